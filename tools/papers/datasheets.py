"""A datasheet for every environment, into docs/datasheets.md: `python -m tools.papers.datasheets`."""

from __future__ import annotations

from pathlib import Path

from capotreno.engine.game import Game
from capotreno.envs.gymnasium import env_id
from capotreno.envs.observation import VERSION, Observation
from capotreno.games.registry import REGISTRY, choices, games, load

FILE = Path(__file__).parents[2] / "docs" / "datasheets.md"

HEAD = f"""# Datasheets

One for each environment, written by `python -m tools.papers.datasheets`; a test compares them with the games. All of them: observation version {VERSION}; agents take turns, one of them is asked at a time;
the observation is a row of `int16` with an action mask of `int8`; rewards come at the end only; a game always ends by itself; nothing hidden is observed. How to make and read them: [environments](environments.md).

What a field means is said once, at the end.
"""

#: What the fields are; those of one kind share a line.
MEANINGS = {
    "over": "0 while the game runs, then the number of the reason why it is over",
    "turn_of": "whose turn it is; nobody’s during the opening",
    "passes, turns": "turns passed in a row before this one; turns begun so far",
    "hands": "the own cards by kind",
    "hands_seen": "by seat and kind: cards that everybody saw being taken and that are still in that hand",
    "hand_sizes, deck_size, discards": "how many cards a seat holds, a deck holds, lie in the discard pile",
    "row": "which card lies face up in which slot",
    "pieces, box": "pieces left by seat and kind; those still in the box",
    "owned, open": "by seat and route: whether it is owned; whether it could still be claimed, cards and pieces apart",
    "tickets": "by ticket: held, offered, chosen, refused, put under a deck by oneself; done, where they lie face up; gone, where they leave the game",
    "tickets_held, tickets_offered, tickets_left, tickets_fresh, tickets_gone": "how many tickets of each deck: before a seat, offered to it, left, never returned, refused for good",
    "deciding, undecided, chosen": "the own offer: the ticket that is asked about, how many are still to be decided, how many are chosen",
    "tunnel_card, tunnel_cards, tunnel_wilds, turned_up": "a tunnel under way: what was laid for it, what was turned up",
    "stations, harbours": "by seat and place: what is built there",
    "waiting, passengers": "passengers waiting in a place; taken by a seat, by colour",
    "passengers_left, passengers_at, ridden, visited": "own passengers not yet put anywhere, those in a place; what the journey under way has used",
    "goods, merchandise": "tokens left in a place; points a seat has taken there",
    "exchanged": "pieces a seat has exchanged",
    "pieces_chosen": "the own mix of pieces, chosen in secret",
    "completed, bonuses, last_claim": "in a race: what a seat has done; which bonuses it has; how many turns ago a route was claimed",
    "last_turns": "turns left in the whole game; 0: not yet known",
    "dice, rolls, rolled_in, idle": "unused dice by face; rolls of this turn; how many turns ago the last roll was; turns without progress",
    "tokens, full": "tokens by seat and kind; kinds that were full when the turn began",
    "tunnel_symbols, tunnel_rolled_in": "the last roll for a tunnel, and how many turns ago",
    "question, asked": "which question is asked, and whom",
    "about_route, about_place, about_piece, about_slot, about_number": "what it is about",
    "waiting_for": "by seat and question: decisions still to be made",
    "points": "points in the open so far, by seat",
    "missing": "pieces that the cheapest way of each own ticket still takes",
    "unseen": "cards of each kind that could be anywhere",
}


def row(game: Game) -> list[int]:
    """The sizes of a game's spaces."""
    return [game.num_actions, Observation(game).size]


def sheet(name: str) -> str:
    """One game's datasheet."""
    board = REGISTRY[name]().board
    low, high = board.players
    options = {key: value for key, value in choices(name).items() if key != "dice"}
    game, rolled = load(name, low), load(name, low, dice=True)
    fields = [field.name for field in Observation(game).fields]
    more = [field.name for field in Observation(rolled).fields if field.name not in fields]
    lines = [
        f"## {board.name.en}",
        "",
        f'`{env_id(name)}`, `env("{name}")`, `capotreno(game={name})` · rules version {game.ruleset.version} · {low} to {high} players · {len(board.places)} places, {len(board.routes)} routes, {len(board.tickets)} tickets',
        "",
        "| players | actions | observation | with dice: actions | observation |",
        "|---|---|---|---|---|",
    ]
    for players in (low, high):
        cells = [players, *row(load(name, players)), *row(load(name, players, dice=True))]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    said = [f"`{key}`: {', '.join(map(str, values))}" for key, values in options.items()]
    if said:
        lines += ["", "Options: " + "; ".join(said) + "."]
    lines += ["", "Fields: " + ", ".join(f"`{one}`" for one in fields) + "."]
    lines += ["", "With dice also: " + ", ".join(f"`{one}`" for one in more) + "."]
    return "\n".join(lines)


def text() -> str:
    """The whole page."""
    known = {one for names in MEANINGS for one in names.split(", ")}
    for name in games():
        for dice in (False, True):
            for field in Observation(load(name, 2, dice=dice)).fields:
                if field.name not in known:
                    raise ValueError(f"say in MEANINGS what the field {field.name} is")
    rows = [f"| `{'`, `'.join(key.split(', '))}` | {said} |" for key, said in MEANINGS.items()]
    table = "\n".join(["## The fields", "", "| field | what it says |", "|---|---|", *rows])
    return "\n\n".join([HEAD.rstrip(), *(sheet(name) for name in games()), table]) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE.name}: {len(games())} environments")

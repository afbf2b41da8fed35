"""Planted blunders: a strong bot plays, but once it errs as people do, and is to be found out.

Three kinds: a wild is paid though a plain card would do; the only way of a ticket is left to the
others, who take it; the end is brought on by who is behind. The game goes on after it, and the
seat's whole game is reviewed: found is a blunder that is among its three dearest mistakes.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from capotreno.bots.bot import Bot
from capotreno.bots.registry import advise, make
from capotreno.engine.game import Game
from capotreno.engine.state import TURN_QUESTION, View
from capotreno.match import Match
from capotreno.reader.reader import Reader
from capotreno.reviewing.judge import BotJudge, Judge
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import MISTAKE, Review, Worth
from capotreno.reviewing.weigh import difference, seeds, significance, taken
from tools.calibration.samples import Kind, lead, table

WILD, BOTTLENECK, END = "wild", "bottleneck", "end"
KINDS = (WILD, BOTTLENECK, END)
NAMES = {
    WILD: "wilds paid though plain cards would do",
    BOTTLENECK: "the way of a ticket left to the others, who took it",
    END: "the end brought on when behind",
}
ON_THE_WAY = ("claim_sole", "claim_contested", "claim_plan")  # why the planner claims a route
TRIED = 3  # moments of a game
COST, COST_SURE, COST_GAMES = Worth(0.08, 3.0), 2.5, 48  # what a blunder costs in planners' games
BEHIND = -3.0  # points, at least, of who brings the end on
WASTED = 1  # wild, at least


@dataclass(frozen=True)
class Planted:
    """A game with one blunder in it, and where the review put it."""

    kind: str
    deal: int
    seat: int
    gesture: int
    found: bool
    mistake: bool  # whether it was called one at all
    cost: float  # in chances to win, by the review
    mistakes: int  # of all decisions of the seat
    decisions: int


def blunder(game: Game, view: View, kind: str) -> int | None:
    """A code that is such a blunder here, if there is one."""
    codes = game.legal(view)
    reader = Reader(game)
    if len(codes) < 2:
        return None
    if kind == WILD:
        return _wasteful(game, codes) if _early(reader, view) else None
    if view.asked[0] != TURN_QUESTION:
        return None
    draws = [code for code in codes if game.action(code).verb == "draw"]
    if kind == BOTTLENECK:
        if not _early(reader, view):
            return None
        advice = advise(game, view)
        return draws[0] if advice.reason in ON_THE_WAY and draws else None
    if lead(game, view) > BEHIND:
        return None
    left = reader.pieces_left(view, view.seat)
    for code in codes:
        action = game.action(code)
        if action.verb == "claim":
            route = game.layout.words["route"].index(str(action.json["route"]))
            if left - game.board.routes[route].length <= 2 and not reader.turns_to_go(view):
                return code
    return None


def _early(reader: Reader, view: View) -> bool:
    """Whether there is still time to suffer for it: more than a third of the pieces are left."""
    game = reader.game
    supply = sum(kind.count for kind in game.board.supplies)
    return all(3 * reader.pieces_left(view, seat) > supply for seat in range(game.players))


def _wasteful(game: Game, codes: Sequence[int]) -> int | None:
    """Of several ways to pay the one with most wilds, where one needs fewer."""
    wilds = {card.id for card in game.board.cards if card.wild}
    spent = {}
    for code in codes:
        cards = game.action(code).json.get("cards")
        if not isinstance(cards, dict):
            return None
        spent[code] = sum(int(n) for card, n in cards.items() if card in wilds)
    most = max(spent, key=lambda code: spent[code])
    return most if spent[most] - min(spent.values()) >= WASTED else None


class Chance(NamedTuple):
    """A moment in which a blunder can be made: the gesture, the blunder and what is right."""

    gesture: int
    view: View
    code: int
    own: int


def planted(game: Game, kind: str, deal: int, bot: str) -> tuple[Match, int, int] | None:
    """A game in which one seat errs once, with its seat and the gesture; None if it never could.

    Of all moments in which it could, one is taken by chance in which it does cost something, as
    games of planners say, who have no part in the review; of a bottleneck one after which somebody
    else took it.
    """
    seat = deal % game.players
    could = list(_chances(game, kind, deal, bot, seat))
    random.Random(deal).shuffle(could)
    tried = 0
    for chance in could:
        match = _erring(game, deal, bot, seat, chance)
        route = str(game.action(chance.own).json.get("route"))
        if kind == BOTTLENECK and not _lost(match, seat, chance.gesture, route):
            continue
        if _costly(game, chance):
            return match, seat, chance.gesture
        tried += 1
        if tried == TRIED:
            break
    return None


def _erring(game: Game, deal: int, bot: str, seat: int, chance: Chance) -> Match:
    """The game in which the seat errs at that moment."""
    match = Match(game, deal)
    bots = _bots(game, bot, deal)
    while match.actor is not None:
        here = match.actor == seat and len(match.log.gestures) == chance.gesture
        own = bots[match.actor].choose(match.view(match.actor))
        match.play(chance.code if here else own)
    return match


def _chances(game: Game, kind: str, deal: int, bot: str, seat: int) -> Iterator[Chance]:
    """The moments of a game without blunders in which one could have been made."""
    match = Match(game, deal)
    bots = _bots(game, bot, deal)
    while match.actor is not None:
        view = match.view(match.actor)
        own = bots[match.actor].choose(view)
        if match.actor == seat:
            code = blunder(game, view, kind)
            if code is not None and code != own:
                yield Chance(len(match.log.gestures), view, code, own)
        match.play(own)


def _costly(game: Game, chance: Chance) -> bool:
    """Whether planners, who play on from there, lose by the blunder."""
    row = taken(seeds(chance.gesture, COST_GAMES), COST_GAMES)
    right, wrong = BotJudge(game, "planner").ends(chance.view, (chance.own, chance.code), row)
    less = difference(right, wrong)
    return (less.win >= COST.win or less.margin >= COST.margin) and (
        significance(right, wrong) >= COST_SURE
    )


def _bots(game: Game, name: str, deal: int) -> list[Bot]:
    return [make(name, game, 1000 * deal + seat) for seat in range(game.players)]


def _lost(match: Match, seat: int, at: int, route: str) -> bool:
    """Whether another seat took a route before this one could once more."""
    for gesture in match.log.gestures[at + 1 :]:
        if gesture.seat == seat and gesture.seq > at + 1:
            turn_over = gesture.actions != ["draw"]
            if turn_over and any(f"claim {route}" == text for text in gesture.actions):
                return False
        elif gesture.seat != seat and any(f"claim {route}" == text for text in gesture.actions):
            return True
    return False


class Job(NamedTuple):
    """Blunders of one sort to be planted on one board."""

    table: Kind
    kind: str
    bot: str
    budget: int


def judged(job: Job, deal: int) -> dict[str, Any] | None:
    """One planted blunder, and what the review says of it; None if it could not be planted."""
    game, judge = table(job.table)
    made = planted(game, job.kind, deal, job.bot)
    if made is None:
        return None
    match, seat, at = made
    return asdict(told(review_of(match, seat, job.budget, judge), job.kind, deal, at))


def review_of(match: Match, seat: int, budget: int, judge: Judge) -> Review:
    """The review of one seat."""
    return review(match, [seat], budget=budget, judge=judge)


def told(found: Review, kind: str, deal: int, at: int) -> Planted:
    """Where the review put the blunder."""
    own = found.reviews[0]
    here = [n for n, one in enumerate(own.decisions) if one.gesture == at]
    wrong = [n for n, one in enumerate(own.decisions) if one.verdict == MISTAKE]
    return Planted(
        kind,
        deal,
        own.seat,
        at,
        bool(set(here) & set(own.dearest)),
        bool(set(here) & set(wrong)),
        max((own.decisions[n].cost.win for n in here), default=0.0),
        len(wrong),
        len(own.decisions),
    )

"""Planner against path on invented boards with rules made by chance.

Do bots play every combination sensibly? Every board is invented, and its file then chooses
mechanics at random, with numbers as boxes have them. The two levels play duplicate duels on it. It
tells each board's rules and result as they come, and at the end the planner's share over all deals:

    python tools/bots/own_rules.py                          twenty boards, with cards
    python tools/bots/own_rules.py --boards 5 --deals 20 --first 100 --dice
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from capotreno.arena.deals import play
from capotreno.arena.report.times import Times
from capotreno.arena.statistics import Estimate, share
from capotreno.bots.bot import Bot
from capotreno.bots.registry import make
from capotreno.engine.game import Game
from capotreno.games.registry import build_content
from capotreno.invent.invent import invent

File = dict[str, Any]

GATE = 0.58  # of the victories in duels
BELOW, ABOVE = "path", "planner"
PAYING = ("sets", "sets", "ships", "limited")
LONG = 4  # spaces of a route from which on a limited wild counts


def board(number: int) -> File:
    """An invented board whose file chooses its rules by chance."""
    random = Random(number)
    value: File = json.loads(invent(random.randint(16, 30), 3, 5000 + number))
    value["id"] = f"chance_{number}"
    value.pop("drawing", None)
    paying = random.choice(PAYING)
    race = random.random() < 0.15
    game: File = {"hand": random.randint(2, 5), "twins_from": random.randint(2, 4)}
    game |= {"row": random.choice([0, 4, 5, 5, 6]), "flush": random.choice([0, 3])}
    if paying == "ships":
        _sail(random, value, game, race)
    else:
        _roughen(random, value, game, paying == "sets")
    if paying == "limited":
        _limit(random, value, race)
    _regions(random, value)
    if race:
        _race(random, value, game)
    else:
        _score(random, value, game, paying)
    value["game"] = game
    return value


# -- how routes are paid --------------------------------------------------------------------------


def _sail(random: Random, value: File, game: File, race: bool) -> None:
    """Trains and ships: two decks, two kinds of pieces, rugged routes, ports."""
    colours = [card["id"] for card in value["decks"][0]["cards"] if not card.get("wild")][:6]
    trains = [{"id": f"train_{c}", "colour": c, "kind": "rail", "count": 7} for c in colours]
    trains += [
        {"id": f"marked_{c}", "colour": c, "kind": "rail", "harbour": True, "count": 4}
        for c in colours
    ]
    ships = [
        {"id": f"ship_{c}", "colour": c, "kind": "sea", "harbour": True, "count": 4}
        for c in colours
    ]
    ships += [
        {"id": f"double_{c}", "colour": c, "kind": "sea", "spaces": 2, "count": 6} for c in colours
    ]
    wild = {"id": "wild", "wild": True, "count": 14}
    value["decks"] = [{"id": "train", "cards": [*trains, wild]}, {"id": "ship", "cards": ships}]
    for number, route in enumerate(value["routes"]):
        sea = route.pop("ferry", 0) or number == 1 or random.random() < 0.4
        route["kind"] = "sea" if sea and number else "rail"
        if route.get("colour") not in colours:
            route.pop("colour", None)
        if route["kind"] == "rail" and "colour" not in route and random.random() < 0.2:
            route["rugged"] = route["length"]
    for place in value["places"]:
        place["port"] = random.random() < 0.5
    pieces = value["supplies"][0]["count"]
    value["supplies"] = [{"kind": "rail", "count": pieces}, {"kind": "sea", "count": pieces}]
    game |= {"hand": {"train": 3, "ship": 4}, "row": 6}
    game["piece_choice"] = {"rail": pieces // 2, "sea": pieces - pieces // 2}
    if random.random() < 0.6 and not race:
        game["exchange"] = {}
    if random.random() < 0.6 and not race and any(place["port"] for place in value["places"]):
        game["harbours"] = {"points": [0, 10, 20, 30]}


def _roughen(random: Random, value: File, game: File, sets: bool) -> None:
    """Ferries, tunnels and card sets; nothing of it where wilds are limited."""
    for route in value["routes"]:
        if not sets:
            route.pop("ferry", None)
        elif not route.get("ferry") and random.random() < 0.15:
            route["tunnel"] = True
        elif not route.get("ferry") and random.random() < 0.05:
            route["card_set"] = 3
    rough = [route for route in value["routes"] if route.get("ferry") or route.get("tunnel")]
    ferries = [route for route in rough if not route.get("tunnel")]
    if rough and random.random() < 0.25:
        game["wilds"] = "ferries_and_tunnels"
    if ferries and random.random() < 0.25:
        game["cards_for_wild"] = 3
    if game["row"]:
        game["face_up_wild"] = random.choice(["whole_draw", "whole_draw", "one_card"])


def _limit(random: Random, value: File, race: bool) -> None:
    """Wilds for long routes, and merchandise with the cards that pay for rides."""
    cards = value["decks"][0]["cards"]
    cards.append({"id": "long", "wild": True, "count": 6, "from_length": LONG})
    if not race and random.random() < 0.6:
        cards.append({"id": "fare", "passenger": True, "count": 8})
        for place in value["places"]:
            stack = [random.randint(2, 7) for _ in range(random.randint(0, 3))]
            place["tokens"] = sorted(stack, reverse=True)
        value["places"][0]["tokens"] = [5]


# -- what counts ----------------------------------------------------------------------------------


def _regions(random: Random, value: File) -> None:
    """A few places with the neighbours they have."""
    value["regions"] = []
    for number, place in enumerate(random.sample(value["places"], 2)):
        ends = [(route["a"], route["b"]) for route in value["routes"]]
        near = {b if a == place["id"] else a for a, b in ends if place["id"] in (a, b)}
        places = [place["id"], *sorted(near)[:3]]
        value["regions"].append({"id": f"region_{number}", "places": places})


def _race(random: Random, value: File, game: File) -> None:
    game["race"] = {"hand": random.randint(2, 3), "goal": random.randint(4, 6)}
    ids = [place["id"] for place in value["places"]]
    if len(value["decks"]) == 1:
        some = random.sample(list(combinations(ids, 2)), 2)
        game["connections"] = [{"a": a, "b": b, "ticket": True} for a, b in some]


def _score(random: Random, value: File, game: File, paying: str) -> None:
    """Tickets, bonuses, stations, passengers and the end."""
    dealt = random.randint(3, 5)
    tickets: File = {"opening": [dealt, 2], "later": [3, 1]}
    tickets["refused"] = random.choice(["under", "shuffle_opening", "leave_opening", "leave"])
    if random.random() < 0.3:
        _decks(value, tickets, dealt)
    bonuses: File = {
        "longest_path": random.choice([0, 10]),
        "globetrotter": random.choice([0, 0, 10, 15]),
        "double_paths": random.choice([[], [5, 10, 20, 30]]),
    }
    if random.random() < 0.4:
        bonuses["districts"] = {region["id"]: 8 for region in value["regions"]}
    if random.random() < 0.3:
        bonuses["landmarks"] = 2
        for place in value["places"][::4]:
            place["landmark"] = True
    if paying == "sets" and random.random() < 0.4:
        game["stations"] = {}
    if not any(place.get("tokens") for place in value["places"]) and random.random() < 0.3:
        for place in value["places"]:
            place["passengers"] = 1
        red = len(value["places"]) // 2
        bag = {"red": red, "blue": len(value["places"]) - red}
        value["passengers"] = [{"colour": colour, "count": n} for colour, n in bag.items()]
    game |= {"tickets": tickets, "bonuses": bonuses}
    game["ending"] = {"pieces": random.choice([2, 4]), "turns": random.choice([1, 1, 2])}


def _decks(value: File, tickets: File, dealt: int) -> None:
    """Short and long tickets: a mix is announced, or some of each are dealt."""
    value["tickets"].sort(key=lambda ticket: -ticket["points"])
    for number, ticket in enumerate(value["tickets"]):
        ticket["deck"] = "long" if number < len(value["tickets"]) // 3 else "short"
    if tickets["refused"] in ("under", "shuffle_opening"):
        tickets["mix"] = True
    else:
        tickets["dealt"] = {"long": 1, "short": dealt - 1}


def described(value: File) -> str:
    """What a board has chosen, in a few words."""
    game = value["game"]
    told = [
        name for name in ("race", "connections", "stations", "harbours", "exchange") if name in game
    ]
    told += [name for name, points in game.get("bonuses", {}).items() if points]
    told += ["ships"] if len(value["decks"]) > 1 else []
    cards = [card for deck in value["decks"] for card in deck["cards"]]
    told += ["limited wilds"] if any(card.get("from_length") for card in cards) else []
    told += ["merchandise"] if any(place.get("tokens") for place in value["places"]) else []
    told += ["passengers"] if value.get("passengers") else []
    told += ["blind draw"] if not game["row"] else []
    told += [name for name in ("tunnel", "card_set") if any(r.get(name) for r in value["routes"])]
    rules = game.get("tickets", {})
    told += [name for name in ("mix", "dealt") if rules.get(name)]
    return ", ".join(told)


# -- duels ----------------------------------------------------------------------------------------


def _path(game: Game, seed: int) -> Bot:
    return make(BELOW, game, seed)


def _planner(game: Game, seed: int) -> Bot:
    return make(ABOVE, game, seed)


def duel(number: int, deals: int, dice: bool) -> tuple[int, str, list[float], list[float]]:
    """The planner's share of the victories and its lead in points, deal by deal."""
    value = board(number)
    game = build_content(json.dumps(value).encode(), 2, {"dice": True} if dice else {})
    shares, leads = [], []
    for deal in range(deals):
        games = [
            play(game, (_path, _planner), seats, (number, deal), Times())
            for seats in ((0, 1), (1, 0))
        ]
        if any(sum(one.illegal) for one in games):
            raise SystemExit(f"board {number}, deal {deal}: a bot chose what is not possible")
        shares.append(sum(one.share(1) for one in games) / 2)
        leads.append(sum(one.margin(1) for one in games) / 2)
    return number, described(value), shares, leads


def results(
    numbers: range, deals: int, dice: bool, jobs: int
) -> Iterator[tuple[int, str, list[float], list[float]]]:
    """Board by board, as they come."""
    with ProcessPoolExecutor(jobs) as pool:
        for found in [pool.submit(duel, number, deals, dice) for number in numbers]:
            yield found.result()


def told(found: Estimate) -> str:
    """A share with its interval."""
    own = found.times(100)
    return f"{own.mean:.1f} % ({own.low:.1f}-{own.high:.1f}, {found.samples} deals)"


def main() -> int:
    """The boards one by one, then all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--first", type=int, default=0, help="the number of the first board")
    parser.add_argument("--dice", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", type=Path, help="a folder for the boards' files")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.boards)
    every: list[float] = []
    means: list[float] = []
    for number, rules, shares, leads in results(numbers, options.deals, options.dice, options.jobs):
        every += shares
        means.append(sum(shares) / len(shares))
        lead = sum(leads) / len(leads)
        print(f"{number:4} {100 * means[-1]:6.1f} % {lead:+7.1f} points  {rules}", flush=True)
        if options.write:
            options.write.mkdir(exist_ok=True)
            path = options.write / f"chance_{number}.json"
            path.write_text(json.dumps(board(number), indent=1), "utf-8")
    found = share(every)
    print(
        f"{ABOVE} over {BELOW}: {told(found)}; boards below one half: {sum(m < 0.5 for m in means)}"
    )
    return 0 if found.low >= GATE else 1


if __name__ == "__main__":
    sys.exit(main())

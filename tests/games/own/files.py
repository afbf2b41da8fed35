"""Files of boards of one's own made by chance: whatever a file can choose, all of it together."""

import json
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any

from capotreno.board.load import parse
from capotreno.board.model import Board
from tests.conformance import oracle

File = dict[str, Any]

COLOURS = ("red", "blue", "green", "yellow")
KINDS = ("rail", "sea", "road")
LONGEST = 5


def file(seed: int) -> File:
    """A map, tickets that can be done on it, and choices that fit it but for `misfits`."""
    random = Random(seed)
    value = _map(random)
    value["tickets"] = _tickets(random, parse(json.dumps(value).encode()), 2 * value["players"][1])
    value["game"] = _game(random, value)
    return value


def misfits(value: File) -> list[str]:
    """What of a file does not go together, told from the file alone; there is no such game."""
    routes, game = value["routes"], value["game"]
    found = []
    if {supply["kind"] for supply in value["supplies"]} > {route["kind"] for route in routes}:
        found.append("pieces that no route takes")
    if any(r["card_set"] and (r["tunnel"] or r["ferry"]) for r in routes):
        found.append("a tunnel or a ferry that any cards pay")
    if game["cards_for_wild"] and not any(r["ferry"] and not r["tunnel"] for r in routes):
        found.append("cards for the wilds of no ferry")
    if game["wilds"] != "everywhere" and not any(r["ferry"] or r["tunnel"] for r in routes):
        found.append("wilds for no route at all")
    if game.get("bonuses", {}).get("landmarks") and not any(p["landmark"] for p in value["places"]):
        found.append("points for no landmark")
    return found


# -- the map --------------------------------------------------------------------------------------


def _map(random: Random) -> File:
    """Places along a path, so that most hang together, dead ends among them, and more routes."""
    places = [f"p{n}" for n in range(random.randint(2, 7))]
    colours = COLOURS[: random.randint(1, len(COLOURS))]
    wilds = random.randint(1, 6)
    kinds = random.choice([KINDS[:1], KINDS[:1], KINDS[:2]])
    extra = random.choices(list(combinations(places, 2)), k=random.randint(0, 6))
    pairs = [*pairwise(places), *extra]
    routes = [_route(random, pair, colours, kinds, wilds) for pair in pairs]
    used = dict.fromkeys(each["kind"] for each in routes)
    spare = random.choice([(), (), (), (), KINDS[2:]])
    value: File = {
        "format": "capotreno-board/1",
        "id": "anything",
        "name": "Anything",
        "players": [2, random.choice([2, 3, 4, 5, 6, 7, 7, 7])],
        "decks": [
            {"id": "train", "cards": [{"id": c, "count": random.randint(1, 8)} for c in colours]}
        ],
        "supplies": [
            {"kind": kind, "count": random.randint(LONGEST, 12)} for kind in (*used, *spare)
        ],
        "places": [
            {
                "id": id,
                "x": 0.1,
                "y": 0.1,
                "landmark": random.random() < 0.3,
                "dead_end": random.random() < 0.3,
            }
            for id in places
        ],
        "routes": routes,
        "regions": [
            {
                "id": f"r{n}",
                "places": random.sample(places, random.randint(1, min(3, len(places)))),
            }
            for n in range(random.randint(0, 2))
        ],
    }
    value["decks"][0]["cards"].append({"id": "wild", "wild": True, "count": wilds})
    doubles = sorted({pair for pair in pairs if pairs.count(pair) > 1})
    value["not_twins"] = [pair for pair in doubles if random.random() < 0.3]
    if random.random() < 0.5:
        lengths = range(1, LONGEST + 1)
        value["route_points"] = {str(n): random.randint(0, 20) for n in lengths}
    if random.random() < 0.5:
        waiting = [random.randint(0, 2) for _ in places]
        for place, count in zip(value["places"], waiting, strict=True):
            place["passengers"] = count
        red = random.randint(0, sum(waiting))
        bag = {"red": red, "blue": sum(waiting) - red}
        value["passengers"] = [{"colour": c, "count": n} for c, n in bag.items() if n]
    return value


def _route(
    random: Random,
    pair: tuple[str, str],
    colours: tuple[str, ...],
    kinds: tuple[str, ...],
    wilds: int,
) -> File:
    """Anything that a route may be, also several things at once."""
    length = random.randint(1, LONGEST)
    ferry = random.randint(1, min(length, wilds)) if random.random() < 0.3 else 0
    tunnel = random.random() < 0.3
    sets = [0, 0, 0, 2, 3] if not ferry and not tunnel else [0] * 30 + [2, 3]
    return {
        "a": pair[0],
        "b": pair[1],
        "length": length,
        "colour": random.choice([*colours, "gray"]),
        "kind": random.choice(kinds),
        "ferry": ferry,
        "tunnel": tunnel,
        "card_set": random.choice(sets),
    }


# -- tickets --------------------------------------------------------------------------------------


def _tickets(random: Random, board: Board, least: int) -> list[File]:
    """Tickets that all the routes together would do: plain ones, tours, and with a choice."""
    members = {place.id: {place.index} for place in board.places}
    members |= {region.id: set(region.places) for region in board.regions}
    nets = oracle.networks(board, set(range(len(board.routes))))

    def possible(stops: tuple[str, ...]) -> bool:
        apart = all(not members[a] & members[b] for a, b in combinations(stops, 2))
        return apart and any(all(net & members[stop] for stop in stops) for net in nets)

    pairs = [stops for stops in permutations(members, 2) if possible(stops)]
    tours = [stops for stops in permutations(members, 3) if possible(stops)]
    found: list[File] = []
    for _ in range(random.randint(least, least + 4)):
        sort = random.choice(["plain", "plain", "tour", "choice"])
        ticket: File = {"stops": random.choice(pairs), "points": random.randint(0, 9)}
        if sort == "tour" and tours:
            ticket["stops"] = random.choice(tours)
            ticket["points_in_order"] = ticket["points"] + random.randint(0, 9)
        elif sort == "choice":
            start = ticket["stops"][0]
            ends = [b for a, b in pairs if a == start]
            some = random.sample(ends, random.randint(1, min(3, len(ends))))
            options = [{"stop": stop, "points": random.randint(0, 9)} for stop in some]
            ticket = {"stops": [start], "options": options}
        if random.random() < 0.5:
            ticket["penalty"] = random.randint(0, 9)
        found.append(ticket)
    return found


# -- the section `game` ---------------------------------------------------------------------------


def _game(random: Random, value: File) -> File:
    """Choices for a map: every one is made in some file."""
    cards = sum(card["count"] for card in value["decks"][0]["cards"])
    row = random.randint(1, min(6, cards))
    later = random.randint(1, 3)
    rough = any(route["ferry"] or route["tunnel"] for route in value["routes"])
    ferries = any(route["ferry"] and not route["tunnel"] for route in value["routes"])
    game: File = {
        "hand": random.randint(0, min(4, (cards - row) // value["players"][1])),
        "row": row,
        "flush": random.randint(0, row),
        "face_up_wild": random.choice(["whole_draw", "one_card"]),
        "wilds": "ferries_and_tunnels"
        if random.random() < (0.4 if rough else 0.05)
        else "everywhere",
        "cards_for_wild": random.randint(1, 3)
        if random.random() < (0.6 if ferries else 0.05)
        else 0,
        "twins_from": random.randint(1, 5),
        "tickets": {
            "opening": [2, random.randint(1, 2)],
            "later": [later, random.randint(1, later)],
            "refused": random.choice(["under", "leave_opening", "leave"]),
        },
        "ending": {"pieces": random.randint(0, 4), "turns": random.randint(1, 2)},
    }
    counted = ["tickets"]
    if random.random() < 0.5:
        names = ("longest_path", "globetrotter", "landmarks")
        game["bonuses"] = {name: random.randint(0, 9) for name in names if random.random() < 0.5}
    if game.get("bonuses", {"longest_path": 10}).get("longest_path"):
        counted.append("longest_path")
    if random.random() < 0.5:
        game["stations"] = {"each": random.randint(1, 3), "unbuilt": random.randint(0, 9)}
        counted.append("stations")
    if value.get("passengers"):
        counted.append("passengers")
        if random.random() < 0.5:
            game["passengers"] = {"most": random.randint(0, 9), "second": random.randint(0, 9)}
    if random.random() < 0.5:
        game["ranking"] = random.sample(counted, random.randint(0, len(counted)))
    return game

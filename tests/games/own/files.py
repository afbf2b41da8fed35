"""Files of boards of your own made by chance: whatever a file can choose, all of it together."""

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
PAYING = ("sets", "sets", "sets", "ships", "limited")  # the ways routes are paid


def file(seed: int) -> File:
    """A map, tickets that can be done on it, and choices that fit it but for `misfits`."""
    random = Random(seed)
    paying = random.choice(PAYING)
    race = random.random() < 0.15
    value = _map(random, paying, race)
    board = parse(json.dumps(value).encode())
    value["tickets"] = _tickets(random, board, 2 * value["players"][1], race)
    value["game"] = game_of(random, value, race)
    return value


def misfits(value: File) -> list[str]:
    """What of a file does not go together, told from the file alone; there is no such game."""
    routes, game = value["routes"], value["game"]
    found = []
    if "race" in game and value.get("passengers"):
        found.append("passengers in a race")
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


def _map(random: Random, paying: str, race: bool) -> File:
    """Places along a path, so that most hang together, dead ends among them, and more routes."""
    places = [f"p{n}" for n in range(random.randint(2, 7))]
    colours = COLOURS[: random.randint(1, len(COLOURS))]
    wilds = random.randint(1, 6)
    kinds = random.choice([KINDS[:1], KINDS[:1], KINDS[:2]])
    extra = random.choices(list(combinations(places, 2)), k=random.randint(0, 6))
    pairs = [*pairwise(places), *extra]
    decks = _decks(random, paying, colours, wilds)
    rough = paying == "sets"
    routes = [_route(random, pair, colours, kinds, wilds if rough else 0) for pair in pairs]
    for route in routes:
        route["tunnel"] = route["tunnel"] and rough and len(decks) == 1
        smooth = paying == "ships" and route["kind"] == "rail" and random.random() < 0.2
        if smooth and route["colour"] == "gray":
            route["rugged"] = route["length"]
    used = dict.fromkeys(each["kind"] for each in routes)
    spare = random.choice([(), (), (), (), KINDS[2:]])
    dead = 0.0 if race else 0.3
    value: File = {
        "format": "capotreno-board/1",
        "id": "anything",
        "name": "Anything",
        "players": [2, random.choice([2, 3, 4, 5, 6, 7, 7, 7])],
        "decks": decks,
        "supplies": [
            {"kind": kind, "count": random.randint(LONGEST, 12)} for kind in (*used, *spare)
        ],
        "places": [
            {
                "id": id,
                "x": 0.1,
                "y": 0.1,
                "landmark": random.random() < 0.3,
                "dead_end": random.random() < dead,
                "port": random.random() < 0.5,
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
    doubles = sorted({pair for pair in pairs if pairs.count(pair) > 1})
    value["not_twins"] = [pair for pair in doubles if random.random() < 0.3]
    if random.random() < 0.5:
        lengths = range(1, LONGEST + 1)
        value["route_points"] = {str(n): random.randint(0, 20) for n in lengths}
    if any(card.get("passenger") for deck in decks for card in deck["cards"]):
        if race:
            decks[0]["cards"].pop()
            return value
        value["places"][0]["tokens"] = [5]
        for place in value["places"][1:]:
            place["tokens"] = sorted(random.choices(range(1, 8), k=random.randint(0, 3)))
    elif random.random() < (0.05 if race else 0.5):
        waiting = [random.randint(0, 2) for _ in places]
        for place, count in zip(value["places"], waiting, strict=True):
            place["passengers"] = count
        red = random.randint(0, sum(waiting))
        bag = {"red": red, "blue": sum(waiting) - red}
        value["passengers"] = [{"colour": c, "count": n} for c, n in bag.items() if n]
    return value


def _decks(random: Random, paying: str, colours: tuple[str, ...], wilds: int) -> list[File]:
    """The cards of one way of paying, in one deck or in two."""

    def some(id: str, **more: object) -> File:
        return {"id": id, "count": random.randint(1, 8), **more}

    wild = {"id": "wild", "wild": True, "count": wilds}
    if paying == "ships":
        trains = [some(f"train_{c}", colour=c, kind="rail") for c in colours]
        trains += [some(f"marked_{c}", colour=c, kind="rail", harbour=True) for c in colours]
        ships = [some(f"ship_{c}", colour=c, kind="sea", harbour=True) for c in colours]
        ships += [some(f"double_{c}", colour=c, kind="sea", spaces=2) for c in colours]
        if len(colours) < 3 and random.random() < 0.3:
            return [{"id": "all", "cards": [*trains, *ships, wild]}]
        return [{"id": "train", "cards": [*trains, wild]}, {"id": "ship", "cards": ships}]
    cards = [some(colour) for colour in colours]
    if paying == "limited":
        long = some("long", wild=True, from_length=random.randint(2, 4))
        fares = some("fare", passenger=True)
        more = random.choice([[long], [fares], [long, fares]])
        return [{"id": "train", "cards": [*cards, wild, *more]}]
    if len(cards) > 1 and random.random() < 0.2:
        return [{"id": "one", "cards": cards[:1]}, {"id": "other", "cards": [*cards[1:], wild]}]
    return [{"id": "train", "cards": [*cards, wild]}]


def _route(
    random: Random,
    pair: tuple[str, str],
    colours: tuple[str, ...],
    kinds: tuple[str, ...],
    wilds: int,
) -> File:
    """Anything that a route may be, also several things at once; nothing rough without wilds."""
    length = random.randint(1, LONGEST)
    ferry = random.randint(1, min(length, wilds)) if wilds and random.random() < 0.3 else 0
    tunnel = bool(wilds) and random.random() < 0.3
    sets = [0, 0, 0, 2, 3] if not ferry and not tunnel else [0] * 30 + [2, 3]
    sets = sets if wilds else [0]
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


def _tickets(random: Random, board: Board, least: int, race: bool) -> list[File]:
    """Tickets that all the routes together would do: plain ones, tours, and with a choice."""
    members = {place.id: {place.index} for place in board.places}
    members |= {region.id: set(region.places) for region in board.regions}
    nets = oracle.networks(board, set(range(len(board.routes))))

    def possible(stops: tuple[str, ...]) -> bool:
        apart = all(not members[a] & members[b] for a, b in combinations(stops, 2))
        return apart and any(all(net & members[stop] for stop in stops) for net in nets)

    ends = [place.id for place in board.places] if race else members
    pairs = [stops for stops in permutations(ends, 2) if possible(stops)]
    tours = [stops for stops in permutations(members, 3) if possible(stops)]
    found: list[File] = []
    for _ in range(random.randint(least, least + 4)):
        sort = "plain" if race else random.choice(["plain", "plain", "tour", "choice"])
        ticket: File = {"stops": random.choice(pairs), "points": random.randint(0, 9)}
        if sort == "tour" and tours:
            ticket["stops"] = random.choice(tours)
            ticket["points_in_order"] = ticket["points"] + random.randint(0, 9)
        elif sort == "choice":
            start = ticket["stops"][0]
            others = [b for a, b in pairs if a == start]
            some = random.sample(others, random.randint(1, min(3, len(others))))
            options = [{"stop": stop, "points": random.randint(0, 9)} for stop in some]
            ticket = {"stops": [start], "options": options}
        if random.random() < 0.5:
            ticket["penalty"] = random.randint(0, 9)
        found.append(ticket)
    if not race and random.random() < 0.3:  # half of those that the opening deals in each deck
        for number, ticket in enumerate(found):
            ticket["deck"] = "short" if number < least // 2 else "long"
    return found


# -- the section `game` ---------------------------------------------------------------------------


def game_of(random: Random, value: File, race: bool = False) -> File:
    """Choices for a map: every one is made in some file."""
    game = _common(random, value)
    return _race(random, value, game) if race else _points(random, value, game)


def _common(random: Random, value: File) -> File:
    """How cards are drawn and routes are claimed."""
    decks = value["decks"]
    counts = {deck["id"]: sum(card["count"] for card in deck["cards"]) for deck in decks}
    cards, players = sum(counts.values()), value["players"][1]
    row = random.randint(0 if len(decks) == 1 else 1, min(6, cards))
    share = min(4, (cards - row) // players)
    rough = any(route["ferry"] or route["tunnel"] for route in value["routes"])
    ferries = any(route["ferry"] and not route["tunnel"] for route in value["routes"])
    game: File = {
        "hand": random.randint(0, share),
        "row": row,
        "flush": random.randint(0, row),
        "wilds": "ferries_and_tunnels"
        if random.random() < (0.4 if rough else 0.02)
        else "everywhere",
        "cards_for_wild": random.randint(1, 3)
        if random.random() < (0.6 if ferries else 0.02)
        else 0,
        "twins_from": random.randint(1, 5),
    }
    if len(decks) > 1:
        most = {deck: min(share // 2, count // players) for deck, count in counts.items()}
        game["hand"] = {deck: random.randint(0, each) for deck, each in most.items()}
    elif row:
        game["face_up_wild"] = random.choice(["whole_draw", "one_card"])
    elif random.random() < 0.5:
        game["blind_draw"] = random.randint(1, 4)
    kinds = [supply["kind"] for supply in value["supplies"]]
    if len(kinds) == 2 and random.random() < 0.6:
        game["piece_choice"] = {s["kind"]: random.randint(3, 5) for s in value["supplies"]}
    return game


def _joining(random: Random, value: File) -> File:
    """Districts that can be joined, and double paths."""
    board = parse(json.dumps(value).encode())
    nets = oracle.networks(board, set(range(len(board.routes))))
    some = [r for r in board.regions if len(r.places) > 1 and any(set(r.places) <= n for n in nets)]
    scale = [random.randint(1, 9) for _ in range(random.randint(0, 3))]
    return {"districts": {r.id: random.randint(1, 9) for r in some}, "double_paths": scale}


def _race(random: Random, value: File, game: File) -> File:
    """A race by tickets, with what connections bring."""
    race = {"hand": random.randint(1, 2), "goal": random.randint(1, 4), "rounds": 5}
    ends = combinations([place["id"] for place in value["places"]], 2)
    some = [pair for pair in ends if random.random() < 0.3][:3]
    bonuses = [{"a": a, "b": b, "ticket": True, "cards": random.randint(0, 2)} for a, b in some]
    return {**game, "race": race, "connections": bonuses if len(value["decks"]) == 1 else []}


def _points(random: Random, value: File, game: File) -> File:
    """Everything that scores."""
    later = random.randint(1, 3)
    refused = ["under", "shuffle_opening", "leave_opening", "leave"]
    game["tickets"] = {
        "opening": [2, random.randint(1, 2)],
        "later": [later, random.randint(1, later)],
        "refused": random.choice(refused),
    }
    if len({ticket.get("deck") for ticket in value["tickets"]}) > 1:
        if game["tickets"]["refused"] in refused[:2]:
            game["tickets"]["mix"] = True
        else:
            game["tickets"]["dealt"] = {"short": 1, "long": 1}
    game["ending"] = {"pieces": random.randint(0, 4), "turns": random.randint(1, 2)}
    counted = ["tickets"]
    if random.random() < 0.5:
        names = ("longest_path", "globetrotter", "landmarks")
        game["bonuses"] = {name: random.randint(0, 9) for name in names if random.random() < 0.5}
        game["bonuses"] |= _joining(random, value)
    if game.get("bonuses", {"longest_path": 10}).get("longest_path"):
        counted.append("longest_path")
    cards = [card for deck in value["decks"] for card in deck["cards"]]
    ships = any(card.get("kind") for card in cards)
    plain = not ships and not any(c.get("from_length") or c.get("passenger") for c in cards)
    if plain and random.random() < 0.5:
        game["stations"] = {"each": random.randint(1, 3), "unbuilt": random.randint(0, 9)}
        counted.append("stations")
    if ships and any(place["port"] for place in value["places"]) and random.random() < 0.7:
        points = [random.randint(0, 9) for _ in range(random.randint(2, 4))]
        game["harbours"] = {"each": random.randint(1, 3), "points": points, "unbuilt": 3}
    if "piece_choice" in game and random.random() < 0.7:
        game["exchange"] = {"cost": random.randint(0, 2), "most": random.randint(1, 9)}
    if any(place.get("tokens") for place in value["places"]):
        counted.append("merchandise")
        game["journeys"] = {"each": random.randint(1, 3)}
    if value.get("passengers"):
        counted.append("passengers")
        if random.random() < 0.5:
            game["passengers"] = {"most": random.randint(0, 9), "second": random.randint(0, 9)}
    if random.random() < 0.5:
        game["ranking"] = random.sample(counted, random.randint(0, len(counted)))
    return game

"""Any small board that holds together becomes a game and can be played to its end."""

import json
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from capotreno import Game
from capotreno.board.load import parse
from capotreno.games.dice import dice
from capotreno.games.own import own
from tests.conformance.tables import Chooser, played

COLOURS = ("red", "blue", "green", "yellow")


@st.composite
def maps(draw: st.DrawFn) -> dict[str, Any]:
    """Places on a path, so that all hang together, and some routes more."""
    places = [f"p{n}" for n in range(draw(st.integers(2, 6)))]
    colours = COLOURS[: draw(st.integers(1, 4))]
    ends = [(places[n], places[n + 1]) for n in range(len(places) - 1)]
    pairs = st.sampled_from(list(combinations(places, 2)))
    extra = draw(st.lists(pairs, max_size=5))
    routes = []
    for a, b in [*ends, *extra]:
        length = draw(st.integers(1, 5))
        kinds: dict[str, Any] = draw(
            st.sampled_from([{}, {}, {"tunnel": True}, {"ferry": 1}, {"card_set": 2}])
        )
        colour = draw(st.sampled_from([*colours, "gray"]))
        routes.append({"a": a, "b": b, "length": length, "colour": colour, **kinds})
    stops = draw(st.lists(pairs, min_size=8, max_size=12))
    return {
        "format": "capotreno-board/1",
        "id": "anything",
        "name": "Anything",
        "players": [2, draw(st.integers(2, 4))],
        "decks": [
            {
                "id": "train",
                "cards": [
                    *[{"id": colour, "count": draw(st.integers(1, 8))} for colour in colours],
                    {"id": "wild", "wild": True, "count": draw(st.integers(1, 6))},
                ],
            }
        ],
        "supplies": [{"kind": "rail", "count": draw(st.integers(5, 14))}],
        "places": [
            {"id": id, "x": 0.1, "y": 0.1, "landmark": draw(st.booleans())} for id in places
        ],
        "routes": routes,
        "tickets": [{"stops": list(pair), "points": draw(st.integers(1, 9))} for pair in stops],
    }


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """A map, perhaps passengers, and choices that fit it."""
    value = draw(maps())
    cards = sum(card["count"] for card in value["decks"][0]["cards"])
    most = value["players"][1]
    row = draw(st.integers(1, min(6, cards)))
    later = draw(st.integers(1, 3))
    game: dict[str, Any] = {
        "hand": draw(st.integers(0, min(4, (cards - row) // most))),
        "row": row,
        "flush": draw(st.integers(0, row)),
        "twins_from": draw(st.integers(1, 5)),
        "face_up_wild": draw(st.sampled_from(["whole_draw", "one_card"])),
        "tickets": {
            "opening": [2, draw(st.integers(1, 2))],
            "later": [later, draw(st.integers(1, later))],
            "refused": draw(st.sampled_from(["under", "leave_opening", "leave"])),
        },
        "ending": {"pieces": draw(st.integers(0, 4)), "turns": draw(st.integers(1, 2))},
    }
    if draw(st.booleans()):
        game["bonuses"] = {"longest_path": 5, "globetrotter": draw(st.integers(0, 9))}
    if draw(st.booleans()):
        game["stations"] = {"each": draw(st.integers(1, 3)), "unbuilt": 4}
    rough = any(route.get("ferry") or route.get("tunnel") for route in value["routes"])
    if rough and draw(st.booleans()):
        game["wilds"] = "ferries_and_tunnels"
    if any(route.get("ferry") for route in value["routes"]):
        game["cards_for_wild"] = draw(st.integers(0, 3))
    if draw(st.booleans()):
        for place in value["places"]:
            place["passengers"] = 1
        value["passengers"] = [{"colour": "red", "count": len(value["places"])}]
    return value | {"game": game}


@given(boards(), st.integers(0, 1000), st.booleans())
def test_any_small_board_is_played_to_its_end(
    value: dict[str, Any], seed: int, rolled: bool
) -> None:
    board = parse(json.dumps(value).encode())
    ruleset = dice(own(board)) if rolled else own(board)
    game = Game(ruleset, board.players[seed % 2])
    for state in played(game, seed, Chooser(game, seed)):
        game.audit(state)
    outcome = game.outcome(state)
    assert outcome.winners
    assert all(sum(line.points for line in sheet.lines) == sheet.total for sheet in outcome.sheets)

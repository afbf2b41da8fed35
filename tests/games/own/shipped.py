"""The ten boxes as files of boards of your own: their maps, and what a section `game` says."""

import json
from typing import Any

from capotreno.board.load import load, text
from capotreno.games.registry import REGISTRY

File = dict[str, Any]

#: What each box chooses; whatever is not named is classic.
CHOICES: dict[str, File] = {
    "europe": {
        "tickets": {
            "opening": [4, 2],
            "refused": "leave_opening",
            "dealt": {"long": 1, "regular": 3},
        },
        "stations": {"each": 3, "unbuilt": 4},
        "bonuses": {"longest_path": 10},
        "ranking": ["tickets", "stations", "longest_path"],
    },
    "germany": {
        "tickets": {"opening": [4, 2], "later": [4, 1], "mix": True, "refused": "shuffle_opening"},
        "bonuses": {"globetrotter": 15},
        "passengers": {"most": 20, "second": 10},
        "ranking": ["tickets", "passengers"],
    },
    "ghost_train": {
        "row": 0,
        "blind_draw": 2,
        "twins_from": 2,
        "race": {"hand": 2, "goal": 6, "rounds": 20},
        "connections": [
            {"a": "dark_forest", "b": "coast", "ticket": True},
            {"a": "town_hall", "b": "crypt", "cards": 2},
            {"a": "town_hall", "b": "haunted_house", "cards": 2},
        ],
    },
    "great_lakes": {
        "hand": {"train": 2, "ship": 2},
        "row": 6,
        "tickets": {"opening": [5, 3], "later": [4, 1]},
        "piece_choice": {"rail": 27, "sea": 23},
        "exchange": {"cost": 1, "most": 200},
        "harbours": {"each": 3, "points": [0, 10, 20, 30], "unbuilt": 4},
        "bonuses": {},
        "ending": {"pieces": 6, "turns": 2},
        "ranking": [],
    },
    "maerklin": {
        "tickets": {"opening": [4, 2], "later": [4, 1], "mix": True, "refused": "shuffle_opening"},
        "bonuses": {"globetrotter": 10},
        "journeys": {"each": 3},
        "ranking": ["tickets", "merchandise"],
    },
    "new_york": {
        "hand": 2,
        "twins_from": 3,
        "tickets": {"opening": [2, 1], "later": [2, 1]},
        "bonuses": {"landmarks": 1},
        "ranking": ["tickets"],
    },
    "nordic": {
        "flush": 0,
        "face_up_wild": "one_card",
        "wilds": "ferries_and_tunnels",
        "cards_for_wild": 3,
        "twins_from": 3,
        "tickets": {"opening": [5, 2], "refused": "leave"},
        "bonuses": {"globetrotter": 10},
        "ranking": ["tickets"],
    },
    "switzerland": {
        "face_up_wild": "one_card",
        "wilds": "ferries_and_tunnels",
        "twins_from": 3,
        "tickets": {"opening": [5, 2], "refused": "leave"},
        "bonuses": {"longest_path": 10},
        "ranking": ["tickets", "longest_path"],
    },
    "usa": {"bonuses": {"longest_path": 10}, "ranking": ["tickets", "longest_path"]},
    "world": {
        "hand": {"train": 3, "ship": 7},
        "row": 6,
        "tickets": {"opening": [5, 3], "later": [4, 1]},
        "piece_choice": {"rail": 20, "sea": 40},
        "exchange": {"cost": 1, "most": 200},
        "harbours": {"each": 3, "points": [0, 20, 30, 40], "unbuilt": 4},
        "bonuses": {},
        "ending": {"pieces": 6, "turns": 2},
        "ranking": [],
    },
}


def written(name: str) -> File:
    """A box as one file: its map, the tickets it is played with, and its choices."""
    value: File = json.loads(text(name))
    value["id"] = f"my_{name}"
    value["game"] = CHOICES[name]
    printed = [ticket.id for ticket in load(name).tickets]
    listed = dict(zip(printed, value["tickets"], strict=True))
    chosen = REGISTRY[name]().board.tickets  # a box with variants takes some of the map's tickets
    value["tickets"] = [{**listed[t.id], "id": t.id, "deck": t.deck} for t in chosen]
    return value

"""Whatever is wrong with a file is said; what nobody complains of can be built and played."""

import json
from random import Random

from capotreno.games.own.complaints import complaints
from capotreno.games.registry import build_content
from tests import long
from tests.games.own.damage import damaged
from tests.games.own.files import File

MOVES = 120


def played(value: File, seed: int) -> bool:
    """Whether the file is one of a game, with cards and with dice; some of it is played."""
    content = json.dumps(value).encode()
    board, wrong = complaints(content)
    if board is None or wrong:
        assert wrong, "a file that is refused without a word"
        return False
    random = Random(seed)
    for options in ({}, {"dice": True}):
        game = build_content(content, random.choice(board.players), options)
        state = game.start(seed)
        for _ in range(MOVES):
            if game.actor(state) is None:
                break
            game.apply(state, random.choice(game.legal(state)))
        game.sheets(state)
    return True


def test_damaged_files_are_refused_in_words_or_played() -> None:
    seeds = range(long.of(60, 20000))
    sound = sum(played(damaged(seed), seed) for seed in seeds)
    assert len(seeds) / 10 < sound < len(seeds), "damage that shows nothing"


def test_a_map_of_single_spaces_may_be_rugged() -> None:
    """A pair of trains is more than any of its routes is long."""
    colours = ("red", "blue")
    value: File = {
        "format": "capotreno-board/1",
        "id": "pass",
        "name": "Pass",
        "players": [2, 2],
        "decks": [
            {
                "id": "train",
                "cards": [
                    *(
                        {"id": f"train_{c}", "count": 9, "colour": c, "kind": "rail"}
                        for c in colours
                    ),
                    *(
                        {
                            "id": f"marked_{c}",
                            "count": 4,
                            "colour": c,
                            "kind": "rail",
                            "harbour": True,
                        }
                        for c in colours
                    ),
                    {"id": "wild", "wild": True, "count": 4},
                ],
            },
            {
                "id": "ship",
                "cards": [
                    *({"id": f"ship_{c}", "count": 4, "colour": c, "kind": "sea"} for c in colours),
                    *(
                        {
                            "id": f"double_{c}",
                            "count": 4,
                            "colour": c,
                            "kind": "sea",
                            "spaces": 2,
                        }
                        for c in colours
                    ),
                ],
            },
        ],
        "supplies": [{"kind": "rail", "count": 4}],
        "places": [{"id": id, "x": 0.2, "y": 0.3} for id in ("hut", "pass", "saddle")],
        "routes": [
            {"a": "hut", "b": "pass", "length": 1, "rugged": 1},
            {"a": "pass", "b": "saddle", "length": 1},
        ],
        "tickets": [{"stops": ["hut", "saddle"], "points": 2}] * 4,
        "game": {"hand": {"train": 4, "ship": 2}, "tickets": {"opening": [2, 1]}},
    }
    assert played(value, 1)

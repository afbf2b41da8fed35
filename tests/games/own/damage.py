"""Files of boards that somebody has damaged: in whatever spot, and whatever stands there then."""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.engine.garbage import spots
from tests.games.own.files import File, file

ISLAND: File = json.loads(Path("docs/examples/island.json").read_text(encoding="utf-8"))
VALUES: list[Any] = [None, True, -1, 0, 1, 2, 5, 9, 12, 99, 999, 10**6, 1.5, 1e308]
VALUES += ["", "red", "gray", "x", "lighthouse", "p0", "under", "leave", "rail", "sea", "\u0000"]
VALUES += [[], {}, [1, 2], ["lighthouse", "mill"], ["p0", "p1"], {"a": 1}, "../../etc/passwd"]


def damaged(seed: int) -> File:
    """A file with some spots changed, taken out or written twice; most of them stay plausible."""
    random = Random(seed)
    value = copy.deepcopy(ISLAND) if random.random() < 0.3 else file(random.randrange(10**6))
    for _ in range(random.randint(1, 3)):
        holder, key = random.choice(spots(value))
        how = random.random()
        if how < 0.5:
            like = [h[k] for h, k in spots(value) if type(h[k]) is type(holder[key])]
            new = random.choice(
                [*like, *(other for other in VALUES if type(other) is type(like[0]))]
            )
            everywhere = isinstance(key, str) and random.random() < 0.3
            for other, same in spots(value) if everywhere else [(holder, key)]:
                if same == key:
                    other[key] = copy.deepcopy(new)
        elif how < 0.7:
            del holder[key]
        elif how < 0.85 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(random.choice(VALUES))
    return value

"""The tickets of an invented board: near and far, every place about equally often."""

from itertools import combinations

from capotreno.engine.errors import CapotrenoError
from capotreno.invent.luck import Luck
from capotreno.invent.routes import Neighbours, Track, ways

NEAREST = 4  # spaces of a ticket, at least
REACH = 0.7  # of a player's pieces are enough for any ticket
SHARES = (0.30, 0.42, 0.28)  # of near, middling and far tickets
BETTER = (3, 6)  # spaces more by the second best way: one point more each


def issue(
    tracks: list[Track], places: int, players: int, pieces: int, luck: Luck
) -> list[tuple[Neighbours, int]]:
    """Pairs of places and what they are worth; none takes most of a player's pieces."""
    length = {(track.a, track.b): track.length for track in tracks}
    far = ways(places, length)
    wanted = max(round(places * 0.95), 3 * players + 8)
    pairs = [pair for pair in combinations(range(places), 2) if pair not in length]
    pairs.sort(key=lambda pair: (far[pair[0]][pair[1]], pair))
    reach = max(NEAREST + 2, round(REACH * pieces))
    near = [pair for pair in pairs if NEAREST <= far[pair[0]][pair[1]] <= reach]
    pairs = near if len(near) >= wanted else pairs[: max(wanted, len(near))]
    if len(pairs) < 3 * players:
        raise CapotrenoError(f"{places} places are too few for {players} players")
    used = [0] * places
    chosen: list[Neighbours] = []
    at = 0
    for number, share in enumerate((*SHARES, 1.0)):  # at last, from wherever there is one left
        last = number >= len(SHARES) - 1
        end = len(pairs) if last else at + len(pairs) // len(SHARES)
        rest = [
            pair for pair in pairs[at if number < len(SHARES) else 0 : end] if pair not in chosen
        ]
        some = luck.shuffled(rest)
        for _ in range(min(round(wanted * share), len(some), wanted - len(chosen))):
            best = min(some, key=lambda pair: _often(used, pair))
            some.remove(best)
            chosen.append(best)
            used[best[0]] += 1
            used[best[1]] += 1
        at = end
    return [(pair, _worth(pair, length, far, places)) for pair in sorted(chosen)]


def _often(used: list[int], pair: Neighbours) -> int:
    """How often the places of a pair are named already, above all the one that is so more."""
    one, other = used[pair[0]], used[pair[1]]
    return 4 * max(one, other) + one + other


def _worth(
    pair: Neighbours, length: dict[Neighbours, int], far: list[list[int]], places: int
) -> int:
    """Its distance, and more where one closed stretch of the way costs a long detour."""
    one, other = pair
    best = far[one][other]
    worst = 0
    for (a, b), spaces in length.items():
        if best in (far[one][a] + spaces + far[b][other], far[one][b] + spaces + far[a][other]):
            rest = {joined: n for joined, n in length.items() if joined != (a, b)}
            worst = max(worst, _way(rest, one, other, places) - best)
    return best + sum(worst >= step for step in BETTER)


def _way(length: dict[Neighbours, int], one: int, other: int, places: int) -> int:
    """The fewest spaces between two places; very many if there is no way."""
    best = [10**6] * places
    best[one] = 0
    for _ in range(places):
        changed = False
        for (a, b), spaces in length.items():
            if best[a] + spaces < best[b]:
                best[b], changed = best[a] + spaces, True
            if best[b] + spaces < best[a]:
                best[a], changed = best[b] + spaces, True
        if not changed:
            break
    return best[other]

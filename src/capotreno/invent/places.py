"""Where the places of an invented board are, and what they are called."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from capotreno.board.model import Name
from capotreno.engine.errors import CapotrenoError
from capotreno.invent.land import WIDTH, Land, Spot, area, distance
from capotreno.invent.luck import Luck

EDGE = 34.0  # no place is nearer to the picture's edge
NEAREST = 40.0  # two places, or their names would lie on each other
TRIES = 60  # spots looked at for each place
SMALLEST = 2200.0  # islands of less have no place

COAST = ("Porto", "Marina", "Punta", "Torre", "Cala", "Lido")
INLAND = ("Castel", "Borgo", "Ponte", "Campo", "Villa", "Monte", "Rocca", "Serra", "Valle", "Pieve")
SECOND = (
    "alto", "amaro", "bianco", "bruno", "chiaro", "corvo", "dorato", "fiorito", "forte", "franco",
    "gentile", "grande", "lungo", "maggiore", "nero", "nuovo", "piano", "rosso", "sereno", "verde",
    "vecchio", "vento", "leone", "falco", "grano", "lupo", "martino", "sole", "ulivo", "vino",
)  # fmt: skip
FEMININE = {"Marina", "Punta", "Torre", "Cala", "Villa", "Rocca", "Serra", "Valle", "Pieve"}
SHORT = (
    "Alba", "Arona", "Bressa", "Cerva", "Dovera", "Elmo", "Ferla", "Garza", "Isola", "Lastra",
    "Melfa", "Nembro", "Orsa", "Palma", "Quercia", "Riva", "Salva", "Tresa", "Varna",
    "Zevio", "Bonora", "Corte", "Lerma", "Mirto", "Noce", "Olmo", "Sparta Vecchia", "Tufo", "Viola",
)  # fmt: skip


@dataclass(frozen=True)
class Town:
    """A place of an invented board, in the units of its drawing."""

    id: str
    name: Name
    at: Spot
    piece: int  # which ring of the land it stands on


def settle(land: Land, count: int, luck: Luck, kept: Sequence[Town] = ()) -> list[Town]:
    """So many places, well apart from each other, on every piece of land that is large enough.

    Those that are `kept` stay as they are and come first.
    """
    known = [(town.name, town.at) for town in kept] or _real(land, count, luck)
    spots = [spot for _, spot in known]
    if not spots:
        pieces = [at for at, ring in enumerate(land.rings) if area(ring) >= SMALLEST]
        spots = [_somewhere(land, at, [], luck) for at in pieces[1:4]]
    while len(spots) < count:
        spots.append(_somewhere(land, -1, spots, luck))
    for at in range(len(known), count):
        _apart(land, spots, at)
    apart = [distance(a, b) for i, a in enumerate(spots) for b in spots[:i] if i >= len(kept)]
    if min(apart, default=NEAREST) < NEAREST:
        raise CapotrenoError(f"{count} places are too many for this land")
    taken = [town.name.it for town in kept]
    invented = [Name(name, name) for name in _names(land, spots[len(known) :], luck, taken)]
    names = [*(name for name, _ in known), *invented]
    towns = [
        Town(_id(name.it), name, spot, land.piece_of(spot))
        for name, spot in zip(names, spots, strict=True)
    ]
    return [*kept, *_others(towns[len(kept) :], {town.id for town in kept})]


def _others(towns: list[Town], taken: set[str]) -> list[Town]:
    """The same places by ids that nobody has."""
    return [replace(town, id=f"{town.id}_2") if town.id in taken else town for town in towns]


def _real(land: Land, count: int, luck: Luck) -> list[tuple[Name, Spot]]:
    """Of the towns that are there in truth as many as are wanted: the first, then some well apart.

    The list begins with the great ones, and a third of a board's places are from there.
    """
    found = list(land.towns[: count // 3])
    while len(found) < min(count, len(land.towns)):
        left = [town for town in land.towns if town not in found]
        some = luck.shuffled(left)[: max(1, len(left) * 2 // 3)]
        found.append(max(some, key=lambda town: min(distance(town[1], at) for _, at in found)))
    close = [
        town
        for at, town in enumerate(found)
        if all(distance(town[1], other) >= NEAREST for _, other in found[:at])
    ]
    return close[:count]


def _somewhere(land: Land, piece: int, taken: list[Spot], luck: Luck) -> Spot:
    """Of many spots on land (or on one piece of it) the one farthest from all that are taken."""
    best, farthest = (0.0, 0.0), -1.0
    found = 0
    for _ in range(TRIES * 200):
        spot = (
            round(luck.between(EDGE, WIDTH - EDGE), 1),
            round(luck.between(EDGE, land.height - EDGE), 1),
        )
        here = land.piece_of(spot)
        if here < 0 or (piece >= 0 and here != piece):
            continue
        apart = min((distance(spot, other) for other in taken), default=0.0)
        inland = min(land.from_coast(spot), 14.0)
        if apart + 3 * inland > farthest:
            best, farthest = spot, apart + 3 * inland
        found += 1
        if found >= TRIES:
            break
    return best


def _apart(land: Land, spots: list[Spot], at: int) -> None:
    """A spot is moved a little away from its nearest neighbour, if it stays ashore."""
    own = spots[at]
    others = [spot for i, spot in enumerate(spots) if i != at]
    near = min(others, key=lambda spot: (distance(spot, own), spot))
    away = distance(own, near)
    moved = (
        round(own[0] + (own[0] - near[0]) / away * 8, 1),
        round(own[1] + (own[1] - near[1]) / away * 8, 1),
    )
    ashore = land.piece_of(moved) == land.piece_of(own) and land.from_coast(moved) > 10
    within = EDGE <= moved[0] <= WIDTH - EDGE and EDGE <= moved[1] <= land.height - EDGE
    better = ashore and within and min(distance(moved, other) for other in others) > away
    spots[at] = moved if better else own


def _names(land: Land, spots: list[Spot], luck: Luck, taken: Sequence[str]) -> list[str]:
    """Ports on the coast, castles and bridges inland; no name twice."""
    found: list[str] = []
    for spot in spots:
        first = COAST if land.seaside(spot) else INLAND
        name = ""
        while not name or name in found or name in taken:
            if luck.below(5) == 0:
                name = luck.one_of(SHORT)
            else:
                head, tail = luck.one_of(first), luck.one_of(SECOND)
                if head in FEMININE and tail.endswith("o") and tail in ADJECTIVES:
                    tail = tail[:-1] + "a"
                name = f"{head} {tail.capitalize()}" if head[-1] in "aeio" else head + tail
            if len(found) > 200:
                name = f"{name} {len(found)}"
        found.append(name)
    return found


ADJECTIVES = {
    "alto", "amaro", "bianco", "bruno", "chiaro", "dorato", "fiorito", "franco", "lungo", "nero",
    "nuovo", "piano", "rosso", "sereno", "vecchio",
}  # fmt: skip


def _id(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")

"""A row becomes what the network reads: numbers for every node, and what paths tell of tickets.

Written once for NumPy, which plays, and for torch, which learns: `xp` is one of the two modules,
and only what both of them spell alike is used.
"""

from dataclasses import dataclass
from typing import Any

from capotreno.learning.lens import Lens
from capotreno.learning.names import MOST_SEATS
from capotreno.learning.nodes import Array, Nodes
from capotreno.learning.ways import FAR

SPARE = 12  # a detour of so many spaces is as good as any longer one


@dataclass
class Wanted:
    """What the ways are searched for: see `ways.py`."""

    cost: Array  # [batch, routes]: spaces still to build, FAR where nothing can be built
    picked: Array  # [batch, slots]: the tickets held, chosen and offered, -1 for none


@dataclass
class Features:
    """By kind [batch, nodes, features], and for the whole table [batch, features]."""

    nodes: dict[str, Array]
    table: Array
    mine: Array  # [batch, tickets]: held, chosen or offered
    about: dict[str, Array]  # [batch, nodes]: which route or place is asked about
    lead: Array  # [batch]: points of the asked seat over the best other's, as far as it knows


def _read(row: Array, nodes: Nodes) -> Array:
    """The columns of a kind of node, as they are."""
    return row[:, nodes.columns]


def _tickets(t: Lens, row: Array) -> tuple[Array, Array, Array]:
    """Which tickets are held (or already chosen), and which are offered; and their order."""
    told = _read(row, t.kinds["ticket"])
    at = t.kinds["ticket"].at
    held = (told[..., at["held"]] + told[..., at["chosen"]]) > 0
    offered = (told[..., at["offered"]] > 0) & ~held
    mine = held * 1
    order = mine.cumsum(-1) * mine
    more = offered * 1
    order = order + (mine.sum(-1)[:, None] + more.cumsum(-1)) * more
    return held, offered, order


def wanted(xp: Any, t: Lens, row: Array) -> Wanted:  # noqa: ANN401 -- a module
    """What a position asks of the search for ways."""
    routes, at = _read(row, t.kinds["route"]), t.kinds["route"].at
    mine, opened = routes[..., at["owned"]] > 0, routes[..., at["open"]] > 0
    length = t.length[None] + 0.0 * mine
    cost = xp.where(mine, 0.0 * length, xp.where(opened, length, FAR + 0.0 * length))
    _, _, order = _tickets(t, row)
    slots = order[:, None, :] == t.slots[None, :, None]  # [batch, slots, tickets]
    some = (slots * 1).sum(-1)
    picked = (slots * t.numbers).sum(-1)
    return Wanted(cost, picked * some - (1 - some))


def features(xp: Any, t: Lens, row: Array, ways: Array) -> Features:  # noqa: ANN401 -- a module
    """`row` [batch, columns]: observations. `ways` [batch, 2, slots, places]: see `ways.py`."""
    batch = row.shape[0]
    told = {kind: _read(row, nodes) * nodes.scale for kind, nodes in t.kinds.items()}
    route, at = told["route"], t.kinds["route"].at
    owned = route[..., at["owned"] : at["owned"] + MOST_SEATS]
    opened, mine = route[..., at["open"]] > 0, owned[..., 0] > 0
    cost = xp.where(mine, 0.0 * t.length, xp.where(opened, t.length, FAR + 0.0 * t.length))

    # What the seat could pay with: its best colour and its wilds, for every route.
    hands = t.kinds["card"].at["hands"]
    hand = told["card"][..., hands] / t.kinds["card"].scale[hands]
    wilds = (hand * t.wild).sum(-1)[:, None]
    have = xp.amax(hand[:, None, :] * t.pays[None], -1)
    short = xp.clip(t.length[None] - have - wilds, 0, 9)

    # Tickets, and the ways that are left for those of the seat.
    held, offered, order = _tickets(t, row)
    slots = (order[:, None, :] == t.slots[None, :, None]) * 1.0  # [batch, slots, tickets]
    ways = ways * 1.0
    here, there = ways[:, 0], ways[:, 1]  # [batch, slots, places]
    dist = xp.amin(here + (1 - slots @ t.leads) * FAR, -1)
    a, b = t.ends[:, 0], t.ends[:, 1]
    over = xp.minimum(here[..., a] + there[..., b], here[..., b] + there[..., a])
    spare = over + cost[:, None] - dist[..., None]  # [batch, slots, routes]: how much longer
    alive = (dist > 0) & (dist < FAR)
    worth = (slots @ t.worth) * alive / 20
    is_held = (slots @ (held * 1.0)[..., None])[..., 0] * alive
    on_way = (spare <= 0) & (cost[:, None] > 0) & (cost[:, None] < FAR)
    useful = (on_way * (worth * is_held)[..., None]).sum(1)
    hopeful = (on_way * worth[..., None]).sum(1)
    slack = xp.amin(xp.clip(spare, 0, SPARE) + (1 - is_held)[..., None] * SPARE, 1)
    slack = xp.clip(slack, 0, SPARE) / SPARE

    def told_back(by_slot: Array) -> Array:
        return (slots * by_slot[..., None]).sum(1)

    left = told_back(xp.clip(dist, 0, 30) / 20)
    done = told_back((dist <= 0) * 1.0)
    lost = told_back((dist >= FAR) * 1.0)

    pieces = t.supply - (owned * t.length[None, :, None]).sum(1)  # [batch, seats]: about
    fits = (t.length[None] <= pieces[:, :1]) * 1.0
    points = (owned * t.points[None, :, None]).sum(1)  # [batch, seats]
    balance = (held * (done * (t.worth + t.penalty) - t.penalty)).sum(-1)
    lead = (points[:, 0] + balance - xp.amax(points[:, 1:], -1)) / 100

    def stack(parts: list[Array]) -> Array:
        return xp.stack([1.0 * part for part in parts], -1)

    more = {
        "route": stack(
            [
                *(have / 6, wilds / 6 + 0 * have, short / 6, (short <= 0), fits),
                *(useful, hopeful, slack, owned[..., 1:].sum(-1)),
            ]
        ),
        "place": stack(
            [
                xp.clip((mine * 1.0) @ t.incident.T, 0, 1),
                (held * (1 - done)) @ t.stops / 2,
                (offered * 1.0) @ t.stops / 2,
            ]
        ),
        "ticket": stack([left, done, lost]),
        "card": stack([(xp.clip(useful, 0, 3)[:, None, :] * t.needs[None]).sum(-1) / 4]),
    }
    table = xp.concatenate(
        [
            xp.broadcast_to(t.static[None], (batch, t.static.shape[0])),
            row[:, t.columns] * t.scale,
            points / 100,
            pieces / 45,
            stack(
                [
                    *(balance / 50, lead, wilds[:, 0] / 6, hand.sum(-1) / 20),
                    *((held * one).sum(-1) / 4 for one in (done, 1 - done, left)),
                ]
            ),
        ],
        1,
    )
    nodes = {}
    for kind, own in t.kinds.items():
        printed = xp.broadcast_to(own.static[None], (batch, *own.static.shape))
        added = [more[kind]] if kind in more else []
        nodes[kind] = xp.concatenate([printed, told[kind], *added], 2)
    about = {
        kind: told[kind][..., t.kinds[kind].at[f"about_{kind}"]] for kind in ("route", "place")
    }
    return Features(nodes, table, (held | offered) * 1.0, about, lead)

"""The network: nodes of a game's graph tell their neighbours, and every action adds up its things.

One set of weights plays every board, every number of players, with cards and with dice. Written
once for NumPy and for torch, like the features.
"""

from typing import Any

import numpy as np

from capotreno.learning.actions import VERBS
from capotreno.learning.features import Features
from capotreno.learning.lens import Lens
from capotreno.learning.names import PLAIN_VERBS
from capotreno.learning.nodes import Array, Floats

Weights = dict[str, Array]
KINDS = tuple(VERBS)
#: What each kind of node hears in a round, besides itself and the table.
HEARS = {
    "route": ("ends", "colours"),
    "place": ("routes", "tickets"),
    "ticket": ("begins", "leads"),
    "card": ("routes",),
    "thing": (),
}


def shapes(
    widths: dict[str, int], wide: int, table: int, rounds: int
) -> dict[str, tuple[int, ...]]:
    """The names and shapes of all weights.

    `widths`: the features of each kind and of the table. `wide`, `table`: what a node and the
    table remember.
    """
    found: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int) -> None:
        found[f"{name}.w"] = (inputs, outputs)
        found[f"{name}.b"] = (outputs,)

    for kind in KINDS:
        linear(f"in.{kind}", widths[kind], wide)
    linear("in.table", widths["table"], table)
    for r in range(rounds):
        for kind in KINDS:
            linear(f"{r}.{kind}", wide, wide)
            found[f"{r}.{kind}.table.w"] = (table, wide)
            for part in HEARS[kind]:
                found[f"{r}.{kind}.{part}.w"] = (wide, wide)
            linear(f"{r}.{kind}.out", wide, wide)
        linear(f"{r}.table", table + (2 * len(KINDS) + 1) * wide, table)
        linear(f"{r}.table.out", table, table)
    for kind in KINDS:
        linear(f"head.{kind}", wide, wide)
        found[f"head.{kind}.table.w"] = (table, wide)
        linear(f"head.{kind}.out", wide, len(VERBS[kind]))
    linear("head.plain", table, table)
    linear("head.plain.out", table, len(PLAIN_VERBS) + 1)
    linear("value", table, table)
    linear("value.out", table, 1)
    return found


def fresh(
    widths: dict[str, int], wide: int, table: int, rounds: int, seed: int
) -> dict[str, Floats]:
    """Weights that have learned nothing."""
    random = np.random.default_rng(seed)
    found: dict[str, Floats] = {}
    for name, shape in shapes(widths, wide, table, rounds).items():
        if len(shape) == 1:
            found[name] = np.zeros(shape, np.float32)
            continue
        scale = (2.0 / shape[0]) ** 0.5
        if name.endswith(".out.w"):
            scale *= 0.01 if name.startswith(("head", "value")) else 0.1
        elif not name.startswith("in."):
            scale *= 0.5
        found[name] = (random.standard_normal(shape) * scale).astype(np.float32)
    return found


def forward(xp: Any, w: Weights, t: Lens, f: Features) -> tuple[Array, Array]:  # noqa: ANN401
    """The score of every code [batch, codes] (legal or not) and the value of the asked seat."""

    def linear(name: str, x: Array) -> Array:
        return x @ w[f"{name}.w"] + w[f"{name}.b"]

    def relu(x: Array) -> Array:
        return xp.clip(x, 0, None)

    def norm(x: Array) -> Array:
        """Of length one, as far as the mean of squares goes: rounds do not blow up."""
        return x / ((x * x).mean(-1)[..., None] + 1e-5) ** 0.5

    x = {kind: relu(linear(f"in.{kind}", f.nodes[kind])) for kind in KINDS}
    table = relu(linear("in.table", f.table))
    for r in range(rounds_of(w)):
        n = {kind: norm(x[kind]) for kind in KINDS}
        head = norm(table)

        def told(kind: str, part: str, of: Array) -> Array:
            return of @ w[f"{r}.{kind}.{part}.w"]  # noqa: B023 -- used in this round alone

        ends = told("route", "ends", n["place"])
        heard = {
            "route": t.incident.T @ ends + t.paid_by @ told("route", "colours", n["card"]),
            "place": told("place", "routes", t.incident_mean @ n["route"])
            + told("place", "tickets", t.stops.T @ (n["ticket"] * f.mine[..., None])),
            "ticket": told("ticket", "begins", t.begins_mean @ n["place"])
            + told("ticket", "leads", t.leads_mean @ n["place"]),
            "card": told("card", "routes", t.paying @ n["route"]),
            "thing": 0.0,
        }
        pooled = [head]
        for kind in KINDS:
            if kind == "ticket":
                own = n[kind] * f.mine[..., None]
                pooled += [own.sum(1) / 4, xp.amax(own, 1)]
            else:
                pooled += [n[kind].mean(1), xp.amax(n[kind], 1)]
        pooled.append(
            (n["route"] * f.about["route"][..., None]).sum(1)
            + (n["place"] * f.about["place"][..., None]).sum(1)
        )
        for kind in KINDS:
            y = linear(f"{r}.{kind}", n[kind]) + (head @ w[f"{r}.{kind}.table.w"])[:, None]
            x[kind] = x[kind] + linear(f"{r}.{kind}.out", relu(y + heard[kind]))
        table = table + linear(
            f"{r}.table.out", relu(linear(f"{r}.table", xp.concatenate(pooled, 1)))
        )
    head = norm(table)
    parts = [linear("head.plain.out", relu(linear("head.plain", head)))]
    for kind in KINDS:
        y = linear(f"head.{kind}", norm(x[kind])) + (head @ w[f"head.{kind}.table.w"])[:, None]
        scores = linear(f"head.{kind}.out", relu(y))
        parts.append(scores.reshape(scores.shape[0], scores.shape[1] * scores.shape[2]))
    outputs = xp.concatenate(parts, 1)
    scores = outputs @ t.adds
    value = linear("value.out", relu(linear("value", head)))[:, 0] + f.lead
    return scores, value


def rounds_of(w: Weights) -> int:
    """How many times the nodes of a network tell each other."""
    return sum(name.endswith(".table.out.w") for name in w)

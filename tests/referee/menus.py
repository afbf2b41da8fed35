"""A second referee for games with dice: every menu told anew from the booklet.

It reads the words of a position and the printed board. Nothing here calls a rule of src/, and the
numbers are those of the booklet and of the boxes.
"""

from itertools import product
from typing import Any

from capotreno.board.model import Board, Route

Cells = dict[str, Any]  # the cells of a position, in words

# The boards whose actions are known here.
BOARDS = (
    *("europe", "germany", "ghost_train", "great_lakes", "new_york"),
    *("nordic", "switzerland", "usa", "world"),
)
FACES = ("single", "double", "station", "locomotive")
KINDS = ("single", "double")
MOST = 3  # tokens of a kind
REACH = 8  # five dice and three tokens
OPEN_FROM = {"new_york": 3, "nordic": 3, "switzerland": 3, "ghost_train": 2}  # others: 4 players
PORTS = ("world", "great_lakes")
PATIENCE = 10


_TWINS: dict[tuple[str, str], list[Route]] = {}  # by board and route: looked up very often


def twins(board: Board, route: Route) -> list[Route]:
    """The tracks beside a route; a rail and a sea route are no pair (R-39)."""
    key = (board.id, route.id)
    if key not in _TWINS:
        ends = {route.a, route.b}
        beside = [r for r in board.routes if {r.a, r.b} == ends and r.kind == route.kind]
        _TWINS[key] = [r for r in beside if r.id != route.id]
    return _TWINS[key]


def is_open(board: Board, name: str, cells: Cells, seat: int, route: Route) -> bool:
    """Whether a seat may own a route, dice and pieces apart."""
    owned: list[list[str]] = cells["owned"]
    if any(route.id in own for own in owned):
        return False
    beside = [twin.id for twin in twins(board, route)]
    if any(twin in owned[seat] for twin in beside):
        return False
    closed = len(owned) < OPEN_FROM.get(name, 4)
    return not (closed and any(twin in own for twin in beside for own in owned))


def ways(board: Board, cells: Cells, seat: int, route: Route, more: int = 0) -> set[str]:
    """How a route can be paid: so many dice that fit, so many tokens held or bought on the spot."""
    kind = "double" if twins(board, route) else "single"
    dice, held = cells["dice"], cells["tokens"][seat][kind]
    if dice["locomotive"] < route.ferry:
        return set()
    price = min(REACH, route.length + route.rugged) + more
    found = set()
    for used in range(route.ferry, dice[kind] + dice["locomotive"] + 1):
        tokens = price - used
        bought = max(0, tokens - held)
        affordable = 2 * bought <= sum(dice.values()) - used
        allowed = 0 <= tokens <= MOST and not (bought and cells["full"][kind])
        if affordable and allowed:
            parts = [f"{word}*{n}" for word, n in (("dice", used), ("token", tokens)) if n]
            found.add(" ".join(["pay", *parts]))
    return found


def turn_menu(board: Board, name: str, cells: Cells, seat: int) -> set[str]:
    """What a turn offers: before the roll, and with the dice on the table."""
    if cells["rolled_in"] != cells["turns"]:
        return before_the_roll(name, cells, seat)
    dice = cells["dice"]
    menu = {"no_action"}
    for route in board.routes:
        enough = cells["pieces"][seat][route.kind] >= route.length
        if enough and is_open(board, name, cells, seat, route) and ways(board, cells, seat, route):
            menu.add(f"claim {route.id}")
    if cells["rolls"] == 1:
        for some in product(*[range(dice[face] + 1) for face in FACES]):
            words = [f"{face}*{n}" for face, n in zip(FACES, some, strict=True) if n]
            menu |= {" ".join(["reroll", *words])} if words else set()
    stations = dice["station"] + dice["locomotive"]
    return menu | tickets(name, cells, stations) | buildings(board, name, cells, seat, stations)


def before_the_roll(name: str, cells: Cells, seat: int) -> set[str]:
    if name != "ghost_train" and cells["idle"] >= PATIENCE * len(cells["owned"]):
        return {"pass"}
    menu = {"roll"}
    for want, give in (("rail", "sea"), ("sea", "rail")) if name in PORTS else ():
        if cells["box"][seat][want] and cells["pieces"][seat][give]:
            menu.add(f"exchange {want}")
    return menu


def tickets(name: str, cells: Cells, stations: int) -> set[str]:
    """Up to one ticket for each station; the mix of decks is announced in Germany only."""
    left: dict[str, int] = cells["tickets_left"]
    if name == "ghost_train":
        return {"renew"} if stations and left["normal"] else set()
    if name != "germany":
        return {f"tickets {n}" for n in range(1, min(stations, sum(left.values())) + 1)}
    mixes = product(range(left["short"] + 1), range(left["long"] + 1))
    return {
        " ".join(["tickets", *[f"{d}*{n}" for d, n in (("short", s), ("long", n)) if n]])
        for s, n in mixes
        if 1 <= s + n <= stations
    }


def buildings(board: Board, name: str, cells: Cells, seat: int, stations: int) -> set[str]:
    """The next station of Europe, the next harbour: one, two, three station faces."""
    verb, built = ("station", "stations") if name == "europe" else ("build", "harbours")
    if name not in ("europe", *PORTS) or not len(cells[built][seat]) < min(3, stations):
        return set()
    taken = {place for own in cells[built] for place in own}
    reached = {end for r in board.routes if r.id in cells["owned"][seat] for end in (r.a, r.b)}
    return {
        f"{verb} {place.id}"
        for place in board.places
        if place.id not in taken and (name == "europe" or (place.port and place.index in reached))
    }


def payment_menu(board: Board, cells: Cells, seat: int, route: Route) -> set[str]:
    """A tunnel is dug before it is paid, and each symbol costs one more."""
    if not route.tunnel:
        return ways(board, cells, seat, route)
    if cells["tunnel_rolled_in"] != cells["turns"]:
        return {"dig"}
    return ways(board, cells, seat, route, cells["tunnel_symbols"])


def token_menu(cells: Cells, seat: int) -> set[str]:
    """Two dice not used buy a token; any token may be thrown away."""
    held = cells["tokens"][seat]
    enough = sum(cells["dice"].values()) >= 2
    buy = {f"token {k}" for k in KINDS if enough and held[k] < MOST and not cells["full"][k]}
    return buy | {f"drop {k}" for k in KINDS if held[k]} | {"done"}

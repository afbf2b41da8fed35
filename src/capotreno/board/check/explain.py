"""A decoder's complaint about a board file, turned into an item and a fault in plain words."""

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from capotreno.board.errors import quoted, unknown
from capotreno.board.format import (
    BoardFile,
    CardFile,
    DeckFile,
    FileStruct,
    NameFile,
    OptionFile,
    PassengersFile,
    PictureFile,
    PlaceFile,
    ProvenanceFile,
    RegionFile,
    RouteFile,
    SentencesFile,
    SupplyFile,
    TicketFile,
    WitnessFile,
)
from capotreno.board.mechanics import (
    BonusRules,
    ConnectionRules,
    EndingRules,
    ExchangeRules,
    HarbourRules,
    JourneyRules,
    Mechanics,
    PassengerRules,
    RaceRules,
    Section,
    StationRules,
    TicketRules,
)

# What an item of each list of a board file is called in an error.
_NOUNS = {
    "places": "place",
    "regions": "region",
    "routes": "route",
    "tickets": "ticket",
    "decks": "deck",
    "cards": "card",
    "options": "option",
    "supplies": "supply",
    "passengers": "passengers",
    "witnesses": "witness",
}

_STRUCTS: dict[str, type[FileStruct | Section]] = {
    "": BoardFile,
    "places": PlaceFile,
    "regions": RegionFile,
    "routes": RouteFile,
    "tickets": TicketFile,
    "decks": DeckFile,
    "cards": CardFile,
    "options": OptionFile,
    "supplies": SupplyFile,
    "passengers": PassengersFile,
    "picture": PictureFile,
    "provenance": ProvenanceFile,
    "witnesses": WitnessFile,
    "name": NameFile,
    "reconstructed": SentencesFile,
    "game": Mechanics,
    "game.tickets": TicketRules,
    "game.bonuses": BonusRules,
    "game.passengers": PassengerRules,
    "game.journeys": JourneyRules,
    "game.stations": StationRules,
    "game.harbours": HarbourRules,
    "game.exchange": ExchangeRules,
    "game.race": RaceRules,
    "game.connections": ConnectionRules,
    "game.ending": EndingRules,
}

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}

_MESSAGE = re.compile(r"(.*?)(?: - at (`key` in )?`(\$[^`]*)`)?", re.DOTALL)


def explain(message: str, content: object) -> tuple[str, str]:
    """The item and the fault behind a decoder's message about a file of this content."""
    found = _MESSAGE.fullmatch(message)
    said, key, path = (found[1], found[2], found[3] or "$") if found else (message, None, "$")
    value: Any = content
    items: list[str] = []
    owner, trail = "", ""
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        if name:
            value = value.get(name) if isinstance(value, dict) else None
            trail = f"{trail}.{name}" if trail else name
            owner = next((n for n in (trail, name) if n in _STRUCTS), owner)
        elif trail in _NOUNS and isinstance(value, list):
            items.append(f"{_NOUNS[trail]} {_label(trail, int(index), value)}")
            value, trail = value[int(index)], ""
        else:
            value = value[int(index)] if isinstance(value, list) else None
            trail = f"{trail}[{index}]"
    return ", ".join(items), _Complaint(said, trail, bool(key), value, _STRUCTS[owner]).fault()


def _label(kind: str, index: int, siblings: Sequence[Any]) -> str:
    """What an item that could not be read is called: its id, or one made of its ends."""
    item = siblings[index]
    number = f"number {index + 1}"
    if not isinstance(item, dict):
        return number
    for key in ("id", "stop", {"passengers": "colour", "supplies": "kind"}.get(kind, "id")):
        if isinstance(item.get(key), str):
            return quoted(item[key])[1:-1]
    if kind == "routes" and (ends := _ends(item)):
        tracks = [at for at, other in enumerate(siblings) if _ends(other) == ends]
        suffix = f"/{tracks.index(index) + 1}" if len(tracks) > 1 else ""
        return quoted(f"{item['a']}-{item['b']}")[1:-1] + suffix
    stops = item.get("stops")
    if isinstance(stops, list) and stops and all(isinstance(stop, str) for stop in stops):
        return quoted("-".join(stops))[1:-1]
    return number


def _ends(route: object) -> frozenset[str]:
    if not isinstance(route, dict):
        return frozenset()
    a, b = route.get("a"), route.get("b")
    return frozenset((a, b)) if isinstance(a, str) and isinstance(b, str) else frozenset()


class _Complaint(NamedTuple):
    """What a decoder says about one field, and what stands there."""

    message: str
    trail: str  # the field within its item; empty for the item itself
    key: bool  # whether it is about the key of a table and not the value
    value: object
    struct: type[FileStruct | Section]

    def fault(self) -> str:
        """The same in the words of a board maker."""
        message, field = self.message, f"'{self.trail}'" if self.trail else "it"
        if found := re.match(r"Object contains unknown field `(.*)`", message, re.DOTALL):
            inside = f" in {field}" if self.trail else ""
            return unknown("field", found[1], self.struct.__struct_fields__, inside)
        if found := re.match(r"Object missing required field `(.*)`", message):
            return f"the field '{found[1]}'{f' of {field}' if self.trail else ''} is missing"
        if self.key:
            field = f"a key of {field}"
        if "matching regex" in message:
            more = ", hyphens and slashes" if "/-" in message else ""
            wanted = f"{field} should be an id of lower-case letters, digits, underscores{more}"
            return wanted if self.key else f"{wanted}, not {quoted(str(self.value))}"
        if found := re.match(r"Invalid enum value '?(.*?)'?$", message, re.DOTALL):
            known = ", ".join(f"'{word}'" for word in _words(self._hint()))
            return f"{field} has the unknown value {quoted(found[1])}; it can be {known}"
        if found := re.match(
            r"Expected `([^`]*)`(?: of length ([^,]*))?, got `?([^`]*)`?", message
        ):
            length = f" of length {found[2]}" if found[2] else ""
            got = "a fraction" if found[3] == "float" else _kinds(found[3])
            return f"{field} should be {_kinds(found[1])}{length}, not {got}"
        if found := re.match(r"Expected `([^`]*)` (.*)", message):
            return f"{field} should be {_kinds(found[1])} {found[2]}"
        return f"{field} cannot be read ({message[:1].lower()}{message[1:200]})"

    def _hint(self) -> object:
        name = re.split(r"[.\[]", self.trail.rpartition(".")[2])[0]
        return get_type_hints(self.struct, include_extras=True).get(name)


def _words(hint: object) -> tuple[str, ...]:
    """The words a field may hold, somewhere within its type."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(word for inner in get_args(hint) for word in _words(inner))


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))

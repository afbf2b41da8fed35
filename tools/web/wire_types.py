"""The browser's types, made from the server's: it writes web/src/lib/wire.ts.

Source of truth are the msgspec types of server/doors (wire, bodies) and the frozen board;
`make web` runs this before every build, so the file is not committed.
"""

import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from capotreno.board.model import Board
from capotreno.server.club import bodies as club
from capotreno.server.doors import bodies, wire
from capotreno.server.notices import door as notices
from capotreno.server.notices import letterbox
from capotreno.server.people import bodies as people
from capotreno.server.people import holiday
from capotreno.server.studio import shapes
from capotreno.server.talk import bodies as talk

TARGET = Path("web/src/lib/wire.ts")
REST = [
    *(bodies.NewTable, bodies.Joined, bodies.Join, bodies.StandIn, bodies.SeatBody, bodies.Mine),
    *(
        bodies.TableSummary,
        bodies.MyTable,
        bodies.Lobby,
        bodies.MyTables,
        bodies.GameSummary,
        bodies.Uploaded,
        bodies.RefusalBody,
        bodies.Replay,
        bodies.BotSummary,
        bodies.DraftReport,
        bodies.Invention,
        bodies.Try,
        bodies.DailyWish,
        club.MatchWish,
        list[club.OwnRating],
        dict[str, list[club.SeatRating]],
        list[club.Friend],
        club.FriendLink,
        list[club.Invitation],
        list[talk.Blocked],
        club.Meetings,
        club.NewTournament,
        club.Tournament,
        list[club.TournamentLine],
        bodies.Daily,
        bodies.DailyPuzzle,
        bodies.PuzzleGuess,
        bodies.Guessed,
        shapes.StudyAnswer,
        shapes.Shared,
        shapes.GalleryPage,
        Board,
    ),
    *(
        people.NewPerson,
        people.MeChange,
        people.Me,
        people.Link,
        people.OpenLink,
        people.PersonFace,
    ),
    *(people.Past, people.Claimed, notices.PushKey, letterbox.Mailbox, holiday.Holiday),
]
Schema = dict[str, Any]


def main() -> None:
    """Write the file, or with `-` show it."""
    text = typescript()
    if sys.argv[1:] == ["-"]:
        print(text)
    else:
        TARGET.write_text(text, "utf-8")


def typescript() -> str:
    """Every type of the wire, as interfaces."""
    _, components = msgspec.json.schema_components(
        [*REST, wire.FromClient, wire.FromServer],
        schema_hook=lambda _: {"title": "anything"},
        ref_template="#/{name}",
    )
    lines = [
        "// Made by `python -m tools.web.wire_types` from the server's types. Do not edit.",
        "",
    ]
    for name, schema in sorted(components.items()):
        lines += [*_interface(name, schema), ""]
    for name, union in (("FromClient", wire.FromClient), ("FromServer", wire.FromServer)):
        members = " | ".join(member.__name__ for member in union.__args__)
        lines += [f"export type {name} = {members};", ""]
    return "\n".join(lines)


def _interface(name: str, schema: Schema) -> list[str]:
    lines = [f"/** {schema['description'].splitlines()[0]} */"] if "description" in schema else []
    if "properties" not in schema:
        return [*lines, f"export type {name} = {_type(schema)};"]
    required = set(schema.get("required", ()))
    # What the server sends has all its fields; what a client sends may leave out defaults.
    sent = name in SENT
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        mark = "?" if sent and field not in required else ""
        lines.append(f"  {field}{mark}: {_type(inner)};")
    return [*lines, "}"]


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix("#/")
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    return "unknown"


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    items = schema.get("items")
    inner = _type(items) if isinstance(items, dict) else "unknown"
    return f"({inner})[]" if re.search(r"[|]", inner) else f"{inner}[]"


SENT = frozenset(
    kind.__name__
    for kind in (
        *(
            bodies.NewTable,
            bodies.SeatWish,
            bodies.Join,
            bodies.StandIn,
            bodies.SeatBody,
            bodies.Mine,
        ),
        *wire.FromClient.__args__,
    )
)

if __name__ == "__main__":
    main()

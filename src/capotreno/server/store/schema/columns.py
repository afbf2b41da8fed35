"""How values stand in the columns of both databases, and the one set of tables they are in."""

import msgspec
from sqlalchemy import Dialect, MetaData, Text
from sqlalchemy.types import TypeDecorator

__all__ = ["JsonObject", "Seed", "metadata"]


class Seed(TypeDecorator[int]):
    """A seed of 64 unsigned bits, as decimal text: both databases' integers are signed."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)


class JsonObject(TypeDecorator[dict[str, object]]):
    """A JSON object as text: the same bytes in both databases, which never look inside."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: dict[str, object] | None, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> dict[str, object] | None:
        return None if value is None else msgspec.json.decode(value, type=dict[str, object])


metadata = MetaData()

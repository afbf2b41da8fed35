"""What a function gives back: one form for all its returns."""

from capotreno.native.program import (
    Result,
)
from capotreno.native.values import (
    CType,
    Int,
    ListOf,
    NotTranslatable,
    SpanOf,
    WordOf,
    join,
)


def joined_result(one: Result, two: Result, sequence: bool) -> Result:
    """One form for what two returns give."""
    if one == two:
        return one
    if one.kind == "known" and two.kind == "known" and _alike(one.known, two.known):
        return one
    if "none" in (one.kind, two.kind):
        return two if one.kind == "none" else one
    forms = [_spread(result, sequence) for result in (one, two)]
    one, two = forms
    if one.kind == "empty" or two.kind == "empty":
        other = two if one.kind == "empty" else one
        return other if other.kind != "empty" else Result("known", (), ())
    if one.kind != two.kind and {one.kind, two.kind} == {"value", "list"}:
        return Result("list", (_as_list(join(one.types[0], two.types[0])),))
    if one.kind != two.kind or len(one.types) != len(two.types):
        raise NotTranslatable(f"two returns give {one.kind} and {two.kind}")
    kinds = tuple(join(a, b) for a, b in zip(one.types, two.types, strict=True))
    if one.kind == "value" and isinstance(kinds[0], ListOf):
        return Result("list", kinds)
    return Result(one.kind, kinds)


def _as_list(kind: CType) -> CType:
    return ListOf(kind.element, kind.most) if isinstance(kind, SpanOf) else kind


def _spread(result: Result, sequence: bool) -> Result:
    """A known result as one that is found."""
    from capotreno.native.tables import stored  # noqa: PLC0415
    from capotreno.native.values import int_range  # noqa: PLC0415

    if result.kind != "known":
        return result
    obj = result.known
    if isinstance(obj, (list, tuple)):
        if not obj and sequence:
            return Result("empty")
        if not all(isinstance(n, int) for n in obj):
            raise NotTranslatable(f"{obj!r:.60} is given back")
        kind = int_range(list(obj))
        if sequence:
            assert isinstance(kind, Int)
            return Result("value", (SpanOf(kind, stored(kind), len(obj)),))
        return Result("row", tuple(int_range([n]) for n in obj))
    if isinstance(obj, str):
        return Result("value", (WordOf(),))
    if isinstance(obj, int):
        return Result("value", (int_range([int(obj)]),))
    raise NotTranslatable(f"{obj!r:.60} is given back")


def _alike(one: object, two: object) -> bool:
    return one is two or (
        type(one) is type(two) and isinstance(one, (int, str, tuple)) and one == two
    )

"""Items and slices: of tables, lists, cells and decisions."""

import ast

from capotreno.native.functions.calls import Calls
from capotreno.native.values import (
    HOLE,
    Cells,
    Const,
    Int,
    ListOf,
    Pick,
    Run,
    Several,
    Slice,
    SpanOf,
    Stack,
    Term,
)


class Items(Calls):
    """What lies at an index."""

    # -- items --------------------------------------------------------------------------------

    def _subscript(self, node: ast.Subscript) -> Term:
        owner = self.value(node.value)
        hint = self.hint
        if isinstance(node.slice, ast.Slice):
            return self._slice(owner, node.slice)
        mark = len(self.lines)
        index = self.value(node.slice)
        if len(self.lines) > mark:  # the table was chosen before the index was looked for
            lines = self.lines[mark:]
            del self.lines[mark:]
            owner = self.still(owner) if not isinstance(owner, Slice) else owner
            self.lines += lines
        self.hint = hint
        return self.item(owner, index)

    def item(self, value: Term, index: Term) -> Term:
        match value, index:
            case (Const(obj), _) if obj is HOLE:
                return value
            case (_, Const(obj)) if obj is HOLE:
                return index
            case (Const(obj), Const(at)):
                return Const(obj[at])  # type: ignore[index]
            case (Const(obj), _) if isinstance(obj, dict):
                return self._keyed(obj, index)
            case (Const(obj), _) if isinstance(obj, (list, tuple, range)):
                return self.picked(Pick(tuple(obj), self.index(index, len(obj))))
            case (Several(items), Const(at)) if isinstance(at, int):
                return items[at]
            case (Several(), _):
                copy = self.listed(value)
                self.shared.add(f"{copy.text}[")
                return self.item(copy, index)
            case (Pick(objs), Const(at)):
                found = tuple(_item(o, at) for o in objs)
                return self.picked(Pick(found, value.index))
            case (Pick(), _):
                return self._picked_item(value, index)
            case (Cells(), _):
                return self.cell(self.number(index))
            case (Stack(), _):
                return self._decision(index)
            case (Slice(), _):
                at = self.index(index, value.most)
                if isinstance(index, Const) and isinstance(index.obj, int) and index.obj < 0:
                    self.refuse("an index from the end of some cells")
                return self.cell_of(value, at.text)
            case (Run(type=ListOf() | SpanOf()), _):
                return self._element(value, index)
        self.refuse(f"an item of {type(value).__name__}")

    def index(self, value: Term, count: int) -> Run:
        """An index into something of a known length; below zero it counts from the end."""
        at = self.number(value)
        assert isinstance(at.type, Int)
        kind = Int(0, max(0, count - 1))
        if at.type.low >= 0:
            text = at.text if at.type.high < count else f"claimed({at.text}, 0, {count - 1})"
            return Run(kind, text, at.pure)
        return Run(kind, f"at_index({at.text}, {count})", at.pure)

    def _picked_item(self, value: Pick, index: Term) -> Term:
        rows = [o for o in value.objs if isinstance(o, (list, tuple, range))]
        if len(rows) + sum(o is HOLE for o in value.objs) != len(value.objs):
            self.refuse("an item of what is no table")
        longest = max([len(row) for row in rows], default=0)
        at = self.number(index)
        assert isinstance(at.type, Int)
        if at.type.low < 0:
            if len({len(row) for row in rows}) > 1:
                sizes = tuple(
                    len(o) if isinstance(o, (list, tuple, range)) else 0 for o in value.objs
                )
                size = self.number(Pick(sizes, value.index))
                at = Run(Int(0, longest - 1), f"at_index({at.text}, {size.text})", at.pure)
            else:
                at = self.index(at, longest)
        objs = tuple(
            row[i] if isinstance(row, (list, tuple, range)) and i < len(row) else HOLE
            for row in value.objs
            for i in range(longest)
        )
        text = f"{value.index.text} * {longest} + {at.text}"
        pure = value.index.pure and at.pure
        return self.picked(Pick(objs, Run(Int(0, max(0, len(objs) - 1)), f"({text})", pure)))

    def _keyed(self, table: dict[object, object], key: Term) -> Term:
        """What a known dictionary of numbers, or of tuples of them, has under a key."""
        parts = self.items_of(key) or [key]
        keys = [k if isinstance(k, tuple) else (k,) for k in table]
        lows = [min(k[i] for k in keys) for i in range(len(parts))]
        sizes = [max(k[i] for k in keys) - lows[i] + 1 for i in range(len(parts))]
        objs: list[object] = [HOLE]
        for size in sizes:
            objs *= size
        text, pure = "0", True
        for part, low, size in zip(parts, lows, sizes, strict=True):
            at = self.number(self.binary(ast.Sub(), part, Const(low)))
            text, pure = f"({text} * {size} + {at.text})", pure and at.pure
        for k, obj in zip(keys, table.values(), strict=True):
            at_number = 0
            for i, n in enumerate(k):
                at_number = at_number * sizes[i] + n - lows[i]
            objs[at_number] = obj
        return self.picked(Pick(tuple(objs), Run(Int(0, len(objs) - 1), text, pure)))

    def _decision(self, index: Term) -> Term:
        if index != Const(-1):
            self.refuse("only the last decision is looked at by its place")
        return self.at(Stack(), Run(Int(0, self.program.depth - 1), "s.depth - 1"))

    def _element(self, value: Run, index: Term) -> Term:
        at = self.number(index)
        assert isinstance(at.type, Int)
        text = at.text if at.type.low >= 0 else f"at_index({at.text}, {value.text}.n)"
        element = self.element_of(value)
        if isinstance(element, ListOf) and not text.isdigit():  # it may get a name
            text = self.temp(at.type, text).text
        return self.opened(Run(element, f"{value.text}[{text}]", False))

    def _slice(self, owner: Term, node: ast.Slice) -> Term:
        parts = [
            Const(None) if n is None else self.value(n) for n in (node.lower, node.upper, node.step)
        ]
        if isinstance(owner, Const) and all(isinstance(p, Const) for p in parts):
            return Const(owner.obj[slice(*[p.obj for p in parts if isinstance(p, Const)])])  # type: ignore[index]
        if isinstance(owner, Pick) and all(isinstance(p, Const) for p in parts):
            cut = slice(*[p.obj for p in parts if isinstance(p, Const)])
            objs = tuple(HOLE if o is HOLE else o[cut] for o in owner.objs)  # type: ignore[index]
            return self.picked(Pick(objs, owner.index))
        lower, upper, step = parts
        if isinstance(owner, Const) and isinstance(owner.obj, (list, tuple)):
            if lower in (Const(None), Const(0)) and step == Const(None):
                cuts = tuple(tuple(owner.obj[:n]) for n in range(len(owner.obj) + 1))
                return self.picked(Pick(cuts, self.index(upper, len(owner.obj) + 1)))
        if isinstance(owner, Cells):
            return self._run_of_cells(lower, upper, step)
        some = self.listed(owner)
        assert isinstance(some.type, ListOf)
        if step != Const(None):
            self.refuse("a slice of a list by steps")
        most = some.type.most
        if isinstance(upper, Const) and isinstance(upper.obj, int):
            most = max(0, min(most, upper.obj))
        fresh = self.fresh(ListOf(some.type.element, most))
        first = "0" if lower == Const(None) else self._bound(lower)
        end = f"{some.text}.n" if upper == Const(None) else self._bound(upper)
        self.emit(f"{fresh.text}.begin(0);")
        with self.block(
            f"for (int32_t i = {first}; i < least<int32_t>({end}, {some.text}.n); i++)"
        ):
            self.emit(f"{fresh.text}.push({some.text}[i]);")
        return fresh

    def _bound(self, bound: Term) -> str:
        """Where a slice of a list begins or ends; Python counts what is negative from the end."""
        number = self.number(bound)
        assert isinstance(number.type, Int)
        if number.type.low < 0:
            self.refuse("a slice of a list by what may be negative")
        return number.text

    def _run_of_cells(self, lower: Term, upper: Term, step: Term) -> Term:
        by = step.obj if isinstance(step, Const) else 0
        by = 1 if by is None else by
        if not isinstance(by, int) or by < 1:
            self.refuse("cells by steps that are not known")
        if lower == Const(None) or upper == Const(None):
            self.refuse("cells up to the last, or from the first")
        first, end = self.number(lower), self.number(upper)
        size = self.program.distance(first, end)
        if size is not None:
            count = self.run(Const(-(-size // by)))
            most = -(-size // by)
        else:
            number = self.number(self.binary(ast.Sub(), end, first))
            if by != 1:
                self.refuse("a number of cells by steps that is not known")
            assert isinstance(number.type, Int)
            span = self.program.span_of(first)
            most = min(span.end - span.first, max(0, number.type.high))
            count = Run(Int(0, most), number.text, number.pure)
        return Slice(first, count, by, most, self.program.span_of(first).wide)


def _item(obj: object, at: object) -> object:
    if obj is HOLE:
        return HOLE
    try:
        return obj[at]  # type: ignore[index]
    except (IndexError, KeyError):
        return HOLE

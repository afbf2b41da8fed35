"""Arithmetic, sets and comparisons, with the range of every result."""

import ast
from collections.abc import Callable
from typing import Any

from capotreno.native.functions.forms import Forms
from capotreno.native.values import (
    COUNT,
    HALF,
    HOLE,
    LARGE,
    SMALL,
    TRUTH,
    Bits,
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
    WordOf,
    join,
)

FOLDED: dict[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
}
COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
FAR = 160  # a shift that may be by more is by no more than the largest set has, and is checked
LONG = 256  # a list of one value, so long, is no table
FEW = 8  # candidates of `in` that are compared one by one


class Operators(Forms):
    """What operators make of values."""

    def binary(self, op: ast.operator, one: Term, two: Term) -> Term:
        if Const(HOLE) in (one, two):
            return Const(HOLE)
        if isinstance(op, ast.Mult) and _is_long(one, two):
            return self.repeated(Several((Const(one.obj[0]),)), two)  # type: ignore[union-attr,index]
        if isinstance(one, Const) and isinstance(two, Const):
            return Const(FOLDED[type(op)](one.obj, two.obj))
        if isinstance(op, ast.Add) and _is_list(one) and _is_list(two):
            return self.concatenated(one, two)
        if isinstance(op, ast.Mult) and isinstance(one, Const) and isinstance(one.obj, list):
            return self.repeated(one, two)
        if isinstance(op, ast.Mult) and isinstance(one, Several):
            return self.repeated(one, two)
        left, right = self.run(one), self.run(two)
        if isinstance(op, ast.LShift):
            return self.shifted_left(one, left, self.number(right))
        if isinstance(left.type, Bits) or isinstance(right.type, Bits):
            return self.of_sets(op, one, two, left, right)
        return self.of_numbers(op, self.number(left), self.number(right))

    def copy_of(self, value: Term) -> Run:
        raise NotImplementedError

    def concatenated(self, one: Term, two: Term) -> Term:
        """A new list of two."""
        if isinstance(one, Several) and isinstance(two, Several):
            return Several((*one.items, *two.items))
        first, second = self.sequence(one), self.sequence(two)
        if isinstance(first, Run) and first.type == ListOf(None, self.most_of(first)):
            return self.copy_of(two)
        if isinstance(second, Run) and second.type == ListOf(None, self.most_of(second)):
            return self.copy_of(one)
        element = join(self.element_of(first), self.element_of(second))
        fresh = self.fresh(ListOf(element, self.most_of(first) + self.most_of(second)))
        self.emit(f"{fresh.text}.assign({self.readable(first)});")
        self.emit(f"{fresh.text}.extend({self.readable(second)});")
        return fresh

    def repeated(self, one: Term, count: Term) -> Term:
        """A list of so many times one value."""
        times = self.number(count)
        assert isinstance(times.type, Int)
        if isinstance(one, Several) and len(one.items) == 1:
            value = self.run(one.items[0])
            known = isinstance(count, Const)
            most = max(0, min(times.type.high, times.type.high if known else self.program.longest))
            fresh = self.fresh(ListOf(value.type, most))
            self.emit(f"{fresh.text}.fill({times.text}, {value.text});")
            return fresh
        some = self.listed(one)
        assert isinstance(some.type, ListOf)
        most = max(0, min(times.type.high * some.type.most, self.program.longest))
        fresh = self.fresh(ListOf(some.type.element, most))
        self.emit(f"{fresh.text}.begin(0);")
        with self.block(f"for (int i = 0; i < {times.text}; i++)"):
            self.emit(f"{fresh.text}.extend({some.text});")
        return fresh

    def shifted_left(self, one: Term, left: Run, by: Run) -> Term:
        assert isinstance(by.type, Int)
        # below zero would be an exception: where claims are checked, `single` and `shifted` do
        if isinstance(left.type, Int):
            if left.type.low < 0:
                self.refuse("a shift of a number that may be below zero")
            # a range that is not proven is that of the largest set a game has
            proven = by.type.high < FAR
            high = left.type.high << (by.type.high if proven else self.program.widest)
            if high < SMALL and by.type.low >= 0:
                return Run(Int(0, high), f"({left.text} << {by.text})", left.pure and by.pure)
            kind = Bits(high.bit_length() if proven else self.program.widest)
            if isinstance(one, Const) and one.obj == 1:
                far = self.within(by, Int(0, by.type.high if proven else 64 * kind.words - 1))
                return Run(kind, f"single<{kind.words}>({far})", by.pure)
        elif isinstance(left.type, Bits):
            proven = by.type.high < FAR
            kind = Bits(left.type.n + by.type.high if proven else self.program.widest)
        else:
            self.refuse(f"a shift of {left.type}")
        far = self.within(by, Int(0, max(by.type.high, 0)))
        text = f"{'shifted' if proven else 'shifted_whole'}({self.set_of(left, kind)}, {far})"
        return Run(kind, text, left.pure and by.pure)

    def of_sets(self, op: ast.operator, one: Term, two: Term, left: Run, right: Run) -> Term:
        pure = left.pure and right.pure
        if isinstance(op, ast.RShift):
            by = self.number(right)
            assert isinstance(by.type, Int)
            assert isinstance(left.type, Bits)
            n = max(1, left.type.n - max(0, by.type.low))
            return Run(Bits(n), f"unshifted({left.text}, {by.text})", pure, bits="")
        if not isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
            self.refuse(f"{type(op).__name__} of sets")
        sizes = [_bits(value, run) for value, run in ((one, left), (two, right))]
        if isinstance(op, ast.BitAnd):
            n = min([size for size in sizes if size is not None], default=-1)
        else:
            n = -1 if None in sizes else max(size for size in sizes if size is not None)
        if n < 0:
            self.refuse("the complement of a set is only good for &")
        known = [size for size in sizes if size is not None]
        kind = Bits(max(known))
        mark = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}[type(op)]
        text = f"({self.set_of(one, kind)} {mark} {self.set_of(two, kind)})"
        result = Bits(n)
        if result.words != kind.words:
            text = f"widen<{result.words}>({text})"
        return Run(result, text, pure)

    def of_numbers(self, op: ast.operator, left: Run, right: Run) -> Term:
        one, two = left.type, right.type
        assert isinstance(one, Int)
        assert isinstance(two, Int)
        pure = left.pure and right.pure
        anchor = None
        match op:
            case ast.Add() | ast.Sub():
                sign = 1 if isinstance(op, ast.Add) else -1
                ends = (two.low, two.high) if sign > 0 else (-two.high, -two.low)
                low, high = one.low + ends[0], one.high + ends[1]
                if sign > 0 and (left.anchor is not None or right.anchor is not None):
                    anchor = (left.anchor or 0) + (right.anchor or 0)
                elif left.anchor is not None:
                    anchor = left.anchor - (right.anchor or 0)
                mark = "+" if sign > 0 else "-"
            case ast.Mult():
                corners = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
                low, high = min(corners), max(corners)
                mark = "*"
            case ast.FloorDiv() | ast.Mod():
                return self._divided(op, left, right)
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                low, high = _bit_range(op, one, two)
                mark = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}[type(op)]
            case ast.RShift():
                if two.low < 0:
                    self.refuse("a shift by a number that may be below zero")
                ends = (two.low, min(two.high, 64))
                low = min(one.low >> end for end in ends)
                high = max(one.high >> end for end in ends)
                if two.high >= (32 if one.c == "int32_t" else 64):
                    text = f"({Int(low, high).c})shifted_right({left.text}, {right.text})"
                    return Run(Int(low, high), text, pure)
                mark = ">>"
            case _:
                self.refuse(f"{type(op).__name__} of numbers")
        checked = mark in "+-" and max(-low, high) > COUNT and max(_size(one), _size(two)) <= HALF
        if not checked and _large(low, high):
            self.refuse(f"the result may lie anywhere from {low} to {high}")
        kind = Int(low, high)
        cast = "(int64_t)" if kind.c == "int64_t" and one.c == two.c == "int32_t" else ""
        found = Run(kind, f"({cast}{left.text} {mark} {right.text})", pure, anchor)
        if checked:  # a sum grows at every look, though nobody ever counts so far
            counted = Int(max(low, -COUNT), min(high, COUNT))
            by_one = max(_size(one), _size(two)) <= COUNT and min(_size(one), _size(two)) <= 1
            text = found.text if by_one else self.within(found, counted)
            return Run(counted, text, pure, anchor)
        return found

    def _divided(self, op: ast.operator, left: Run, right: Run) -> Term:
        one, two = left.type, right.type
        assert isinstance(one, Int)
        assert isinstance(two, Int)
        if two.low <= 0:
            self.refuse("a division by a number that may be zero or below")
        pure = left.pure and right.pure
        if isinstance(op, ast.Mod):
            kind, name, mark = Int(0, two.high - 1), "floor_mod", "%"
        else:
            kind, name, mark = (
                Int(min(one.low, one.low // two.low), max(one.high, 0)),
                "floor_div",
                "/",
            )
        if one.low >= 0:
            return Run(kind, f"({left.text} {mark} {right.text})", pure)
        return Run(kind, f"({kind.c}){name}({left.text}, {right.text})", pure)

    def unary(self, op: ast.unaryop, value: Term) -> Term:
        if isinstance(op, ast.Not):
            truth = self.truth(value)
            if isinstance(truth, Const):
                return Const(not truth.obj)
            if isinstance(truth, Pick):
                objs = tuple(HOLE if o is HOLE else not o for o in truth.objs)
                return Pick(objs, truth.index)
            assert isinstance(truth, Run)
            return Run(TRUTH, f"!{truth.text}", truth.pure)
        if isinstance(value, Const):
            assert isinstance(value.obj, int)
            return Const(-value.obj if isinstance(op, ast.USub) else ~value.obj)
        found = self.run(value)
        mark = "-" if isinstance(op, ast.USub) else "~"
        if isinstance(found.type, Bits) and not found.bits:
            return Run(found.type, found.text, found.pure, bits=mark)
        number = self.number(found)
        assert isinstance(number.type, Int)
        if mark == "~":
            kind = Int(~number.type.high, ~number.type.low)
        else:
            kind = Int(-number.type.high, -number.type.low)
        cast = f"({kind.c})" if kind.c != number.type.c else ""
        return Run(kind, f"({mark}{cast}{number.text})", number.pure)

    # -- comparisons --------------------------------------------------------------------------

    def compared(self, op: ast.cmpop, one: Term, two: Term) -> Term:
        match op:
            case _ if Const(HOLE) in (one, two):
                return Const(HOLE)
            case ast.Is() | ast.IsNot():
                return self._identical(one, two, isinstance(op, ast.Is))
            case ast.In():
                return self.contained(one, two)
            case ast.NotIn():
                return self.unary(ast.Not(), self.contained(one, two))
        if isinstance(one, Const) and isinstance(two, Const):
            table: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
                ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b,
                ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b,
                ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
            }  # fmt: skip
            return Const(table[type(op)](one.obj, two.obj))
        if isinstance(one, Several) or isinstance(two, Several):
            return self._rows_equal(op, one, two)
        left, right = self.run(one), self.run(two)
        mark = COMPARED[type(op)]
        pure = left.pure and right.pure
        if isinstance(left.type, WordOf) and isinstance(right.type, WordOf):
            if mark not in ("==", "!="):
                self.refuse("words have no order here")
            return Run(TRUTH, f"({left.text} {mark} {right.text})", pure)
        if isinstance(left.type, Bits) or isinstance(right.type, Bits):
            if mark not in ("==", "!="):
                return self.compared(op, self.number(left), self.number(right))
            sizes = [_bits(v, r) for v, r in ((one, left), (two, right))]
            if None in sizes:
                self.refuse("a set compared with a number that may be below zero")
            kind = Bits(max(size for size in sizes if size is not None))
            return Run(TRUTH, f"({self.set_of(one, kind)} {mark} {self.set_of(two, kind)})", pure)
        first, second = self.number(left), self.number(right)
        assert isinstance(first.type, Int)
        assert isinstance(second.type, Int)
        known = _decided(mark, first.type, second.type)
        hidden = "CAPO_HIDDEN" in (first.text, second.text)  # no range of a cell tells of it
        if known is not None and pure and not hidden:
            return Const(known)
        return Run(TRUTH, f"({first.text} {mark} {second.text})", pure)

    def _identical(self, one: Term, two: Term, same: bool) -> Term:
        if isinstance(one, Const) and isinstance(two, Const):
            return Const((one.obj is two.obj) == same)
        if isinstance(one, Pick) and isinstance(two, Const):
            objs = tuple(HOLE if o is HOLE else (o is two.obj) == same for o in one.objs)
            return self.picked(Pick(objs, one.index))
        if isinstance(two, Const) and two.obj is None:
            return Const(not same)
        self.refuse("`is` of what is found while a game runs")

    def _rows_equal(self, op: ast.cmpop, one: Term, two: Term) -> Term:
        items = [self.items_of(value) for value in (one, two)]
        if items[0] is None or items[1] is None or not isinstance(op, (ast.Eq, ast.NotEq)):
            self.refuse("tuples are compared for being equal, and with tuples")
        if len(items[0]) != len(items[1]):
            return Const(isinstance(op, ast.NotEq))
        parts = [self.compared(ast.Eq(), a, b) for a, b in zip(*items, strict=True)]
        texts = [self.run(part).text for part in parts if not isinstance(part, Const)]
        known = [part.obj for part in parts if isinstance(part, Const)]
        if not all(known):
            return Const(isinstance(op, ast.NotEq))
        if not texts:
            return Const(isinstance(op, ast.Eq))
        text = "(" + " && ".join(texts) + ")"
        return Run(TRUTH, text if isinstance(op, ast.Eq) else f"!{text}")

    def items_of(self, value: Term) -> list[Term] | None:
        """The items of a tuple, where their number is known."""
        if isinstance(value, Several):
            return list(value.items)
        if isinstance(value, Const) and isinstance(value.obj, (tuple, list, range)):
            return [Const(one) for one in value.obj]
        if isinstance(value, Pick):
            there = [o for o in value.objs if o is not HOLE]
            if all(isinstance(o, (tuple, list)) for o in there):
                sizes = {len(o) for o in there if isinstance(o, (tuple, list))}
                if len(sizes) == 1:
                    return [self.item(value, Const(i)) for i in range(sizes.pop())]
        return None

    def item(self, value: Term, index: Term) -> Term:
        raise NotImplementedError

    def contained(self, one: Term, two: Term) -> Term:
        if isinstance(one, Const) and isinstance(two, Const):
            return Const(one.obj in two.obj)  # type: ignore[operator]
        items = self.items_of(two)
        if items is not None and (len(items) <= FEW or isinstance(one, Several)):
            texts = []
            for item in items:
                same = self.compared(ast.Eq(), one, item)
                if isinstance(same, Const):
                    if same.obj:
                        return Const(True)
                    continue
                texts.append(self.run(same).text)
            return Run(TRUTH, "(" + " || ".join(texts) + ")") if texts else Const(False)
        if isinstance(one, Several) or isinstance(two, Stack):
            self.refuse("a tuple is looked for in a few tuples only")
        some = self.sequence(two)
        wanted = self.run(one)
        element = self.element_of(some)
        if isinstance(element, Bits) or isinstance(wanted.type, Bits):
            kind = element if isinstance(element, Bits) else Bits(1)
            wanted = Run(kind, self.set_of(one, kind))
        return Run(TRUTH, f"(find({self.readable(some)}, {wanted.text}) >= 0)")


def _is_long(one: Term, two: Term) -> bool:
    """Whether a list of one known value is so long that it is filled rather than copied."""
    if not isinstance(one, Const) or not isinstance(two, Const):
        return False
    return isinstance(one.obj, list) and len(one.obj) == 1 and int(two.obj) >= LONG  # type: ignore[call-overload]


def _is_list(value: Term) -> bool:
    if isinstance(value, Const):
        return isinstance(value.obj, (list, tuple))
    if isinstance(value, Pick):
        return all(isinstance(obj, (list, tuple)) for obj in value.objs if obj is not HOLE)
    return isinstance(value, (Several, Slice)) or (
        isinstance(value, Run) and isinstance(value.type, (ListOf, SpanOf))
    )


def _bits(value: Term, run: Run) -> int | None:
    """How many bits a number has; None: endless ones, it may be below zero."""
    if run.bits:
        return None
    if isinstance(value, Const) and isinstance(value.obj, int):
        return None if value.obj < 0 else value.obj.bit_length()
    if isinstance(run.type, Bits):
        return run.type.n
    if isinstance(run.type, Int) and run.type.low >= 0:
        return run.type.high.bit_length()
    return None


def _large(low: int, high: int) -> bool:
    return low < -LARGE or high >= LARGE


def _size(kind: Int) -> int:
    return max(-kind.low, kind.high)


def _bit_range(op: ast.operator, one: Int, two: Int) -> tuple[int, int]:
    if one.low >= 0 and two.low >= 0:
        if isinstance(op, ast.BitAnd):
            return 0, min(one.high, two.high)
        return 0, 2 ** max(one.high.bit_length(), two.high.bit_length()) - 1
    if isinstance(op, ast.BitAnd) and max(one.low, two.low) >= 0:
        return 0, one.high if one.low >= 0 else two.high
    size = 2 ** max(_size(one).bit_length(), _size(two).bit_length())
    return -size, size - 1


def _decided(mark: str, one: Int, two: Int) -> bool | None:
    """What a comparison gives whatever the numbers are, if that is known."""
    if mark == "<":
        return True if one.high < two.low else False if one.low >= two.high else None
    if mark == "<=":
        return True if one.high <= two.low else False if one.low > two.high else None
    if mark == ">":
        return _decided("<", two, one)
    if mark == ">=":
        return _decided("<=", two, one)
    apart = one.high < two.low or two.high < one.low
    if apart:
        return mark == "!="
    return None

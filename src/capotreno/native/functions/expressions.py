"""Expressions of the rules: names, attributes, items, conditions, lists."""

import ast
import builtins
from dataclasses import replace

from capotreno.engine.part import Item, ScoreLine
from capotreno.native.functions.items import Items
from capotreno.native.values import (
    HOLE,
    NOWHERE,
    TRUTH,
    Bits,
    Cells,
    Const,
    CType,
    Int,
    ListOf,
    Method,
    Pick,
    Range,
    Run,
    Several,
    SpanOf,
    Stack,
    StateTerm,
    Term,
    WordOf,
    join,
)


class Expressions(Items):
    """What an expression is worth."""

    counted: dict[str, int]  # how often each name gets a value
    closure: dict[str, object]

    def value(self, node: ast.expr) -> Term:
        self.node = node
        match node:
            case ast.Constant():
                return Const(node.value)
            case ast.Name():
                return self._name(node.id)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node)
            case ast.UnaryOp():
                return self.unary(node.op, self.value(node.operand))
            case ast.Compare():
                return self._compare(node)
            case ast.BoolOp():
                return self.logical(node)
            case ast.IfExp():
                return self._conditional(node)
            case ast.Call():
                return self.call(node)
            case ast.Tuple() | ast.List():
                return self._display(node)
            case ast.ListComp() | ast.GeneratorExp():
                return self._list(node)
            case ast.Lambda():
                return Method(Const(node), "")
        self.refuse(f"{type(node).__name__} is not in the subset")

    def _name(self, name: str) -> Term:
        if name in self.names:
            value = self.names[name]
            if isinstance(value, Run) and value.text in self.variables:
                return replace(value, type=self.variables[value.text])
            return value
        spelled = self.spelled(name)
        if name in self.counted and spelled in self.variables:
            return Run(self.variables[spelled], spelled)
        known = self.instance.function.__globals__
        if name in self.closure:
            return Const(self.closure[name])
        if name == "TABLES" and name in known:
            return Run(TRUTH, "CAPO_TABLES", True)
        if name in known:
            return Const(name == "COMPILED" or known[name])
        if hasattr(builtins, name):
            return Const(getattr(builtins, name))
        self.refuse(f"'{name}' has no value here")

    def _attribute(self, node: ast.Attribute) -> Term:
        owner = self.value(node.value)
        self.hint = node.attr.strip("_")
        return self.attribute(owner, node.attr)

    def attribute(self, owner: Term, name: str) -> Term:
        match owner:
            case Const(obj) if obj is HOLE:
                return owner
            case Const(obj):
                return Const(getattr(obj, name))
            case Pick(objs):
                there = [o for o in objs if o is not HOLE and o is not None]
                if there and all(isinstance(o, (Item, ScoreLine)) for o in there):
                    return self.run(owner) if name == "points" else self._each(owner, name)
                if all(isinstance(o, int) for o in there):
                    return Method(self.run(owner), name)
                if all(callable(getattr(o, name, None)) for o in there):
                    return Method(owner, name)
                return self._each(owner, name)
            case StateTerm():
                if name == "cells":
                    return Cells()
                if name == "stack":
                    return Stack()
                if name in ("events", "tape"):
                    return Const(None)
                return Method(owner, name)
            case Run(type=Int()) if name == "points":
                return owner  # an entry of a score sheet is its points
            case _:
                return Method(owner, name)

    def _each(self, owner: Pick, name: str) -> Term:
        objs = tuple(HOLE if o is HOLE or o is None else getattr(o, name) for o in owner.objs)
        return self.picked(Pick(objs, owner.index))

    # -- operators ----------------------------------------------------------------------------

    def _binary(self, node: ast.BinOp) -> Term:
        bit = node.left
        if isinstance(node.op, ast.BitAnd) and isinstance(bit, ast.BinOp):
            one = isinstance(node.right, ast.Constant) and node.right.value == 1
            if one and isinstance(bit.op, ast.RShift):  # whether a set has a bit
                some, by = self.operands([bit.left, bit.right])
                run = (
                    self.run(some)
                    if not isinstance(some, Const) or not isinstance(by, Const)
                    else None
                )
                if run is not None and isinstance(run.type, Bits) and not run.bits:
                    number = self.number(by)
                    return Run(TRUTH, f"{run.text}.has({number.text})", run.pure and number.pure)
                return self.binary(node.op, self.binary(bit.op, some, by), Const(1))
        one_value, two_value = self.operands([node.left, node.right])
        self.node = node
        return self.binary(node.op, one_value, two_value)

    def _compare(self, node: ast.Compare) -> Term:
        if len(node.ops) == 1:
            one, two = self.operands([node.left, node.comparators[0]])
            self.node = node
            return self.compared(node.ops[0], one, two)
        values = self.operands([node.left, node.comparators[0]])
        for later in node.comparators[1:]:
            values = [self.still(value) for value in values]
            effects = self.effects
            values.append(self.value(later))
            self.quiet(effects, "the later part of a comparison in a row")
        texts = []
        for op, one, two in zip(node.ops, values, values[1:], strict=False):
            part = self.compared(op, one, two)
            if isinstance(part, Const):
                if not part.obj:
                    return Const(False)
                continue
            texts.append(self.run(part).text)
        return Run(TRUTH, "(" + " && ".join(texts) + ")") if texts else Const(True)

    def condition(self, node: ast.expr) -> Term:
        """Whether an expression is true, where nothing else of it matters."""
        if isinstance(node, ast.BoolOp):
            return self.truth(self.logical(node, truths=True))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.unary(node.op, self.condition(node.operand))
        return self.truth(self.value(node))

    def logical(self, node: ast.BoolOp, *, truths: bool = False) -> Term:
        """`and`, `or`: the first value that decides, or the last; or only whether it is true."""
        deciding = isinstance(node.op, ast.Or)
        look = self.condition if truths else self.value
        so_far: Term = look(node.values[0])
        for part in node.values[1:]:
            known = self.truth(so_far)
            if isinstance(known, Const):
                if bool(known.obj) == deciding:
                    return so_far
                so_far = look(part)
                continue
            value, lines = self.captured(part, look)
            if isinstance(value, (Const, Pick)) and truths:
                value = self.run(self.truth(value))
            if isinstance(so_far, Pick) and truths:
                so_far = self.run(so_far)
            both_truths = _is_truth(so_far) and _is_truth(value)
            if not lines and both_truths:
                mark = "||" if deciding else "&&"
                so_far = Run(TRUTH, f"({self.run(so_far).text} {mark} {self.run(value).text})")
                continue
            so_far = self._chosen(so_far, value, lines, deciding)
        return so_far

    def _chosen(self, first: Term, second: Term, lines: list[str], deciding: bool) -> Term:
        one = self.run(first)
        mark = len(self.lines)
        self.depth += 1
        two = self.run(second)
        self.depth -= 1
        lines = lines + self.lines[mark:]
        del self.lines[mark:]
        kind = join(one.type, two.type)
        made = self.fresh(kind)
        self.assign(made, one)
        truth = self.run(self.truth(made)).text
        with self.block(f"if ({'!' if deciding else ''}{truth})"):
            self.lines += lines
            self.assign(made, two)
        return made

    def _conditional(self, node: ast.IfExp) -> Term:
        test = self.condition(node.test)
        if isinstance(test, Const):
            return self.value(node.body if test.obj else node.orelse)
        one, one_lines = self.captured(node.body)
        two, two_lines = self.captured(node.orelse)
        truth = self.run(test)
        if not one_lines and not two_lines:
            if isinstance(one, Const) and isinstance(two, Const):
                return self._either(one, two, truth)
            if isinstance(one, (Run, Const)) and isinstance(two, (Run, Const)):
                scalar = self._scalar(one, two, truth)
                if scalar is not None:
                    return scalar
        return self._branches(truth, (one, one_lines), (two, two_lines))

    def _either(self, one: Const, two: Const, truth: Run) -> Term:
        """One of two known things."""
        at = Run(TRUTH, f"(int)({truth.text})", truth.pure)
        if isinstance(one.obj, int) and isinstance(two.obj, int):
            run = self._scalar(one, two, truth)
            assert run is not None
            return run
        return self.picked(Pick((two.obj, one.obj), at))

    def _scalar(self, one: Term, two: Term, truth: Run) -> Run | None:
        a, b = self.run(one), self.run(two)
        if isinstance(a.type, (ListOf, SpanOf)) or isinstance(b.type, (ListOf, SpanOf)):
            return None
        kind = join(a.type, b.type)
        pure = a.pure and b.pure and truth.pure
        anchor = a.anchor
        if a.anchor != b.anchor:
            anchor = None if None in (a.anchor, b.anchor) else NOWHERE
        if isinstance(kind, Bits):
            text = f"({truth.text} ? {self.set_of(one, kind)} : {self.set_of(two, kind)})"
        else:
            text = f"({truth.text} ? {a.text} : {b.text})"
        return Run(kind, text, pure, anchor)

    def _branches(
        self, truth: Run, one: tuple[Term, list[str]], two: tuple[Term, list[str]]
    ) -> Term:
        rows = [self.items_of(value) for value, _ in (one, two)]
        shape = None
        if rows[0] is not None and rows[1] is not None and len(rows[0]) == len(rows[1]):
            shape = [
                join(self.run(a).type, self.run(b).type)
                for a, b in zip(rows[0], rows[1], strict=True)
            ]
        forms: list[tuple[Term, list[str]]] = []
        for value, lines in (one, two):
            if shape is None:
                mark = len(self.lines)
                self.depth += 1
                some: Term = self.run(value)
                self.depth -= 1
                lines = lines + self.lines[mark:]  # noqa: PLW2901
                del self.lines[mark:]
                forms.append((some, lines))
            else:
                forms.append((value, lines))
        kinds: list[CType] = shape or []
        if shape is None:
            a, b = forms[0][0], forms[1][0]
            assert isinstance(a, Run)
            assert isinstance(b, Run)
            kinds = [join(a.type, b.type)]
        made = [self.fresh(kind) for kind in kinds]
        for number, (value, lines) in enumerate(forms):
            with self.block(f"if ({truth.text})" if number == 0 else "else"):
                self.lines += lines
                items = self.items_of(value) if shape is not None else [value]
                assert items is not None
                for target, item in zip(made, items, strict=True):
                    self.assign(target, item)
        return Several(tuple(made)) if shape is not None else made[0]

    # -- lists --------------------------------------------------------------------------------

    def _display(self, node: ast.Tuple | ast.List) -> Term:
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return self._starred(node)
        items = self.operands(node.elts)
        if isinstance(node, ast.Tuple) and all(isinstance(item, Const) for item in items):
            return Const(tuple(item.obj for item in items if isinstance(item, Const)))
        if isinstance(node, ast.List):
            if items and all(isinstance(i, Run) and i.line for i in items):
                return self._sheet(items)
            if not items:
                return self.empty()
        return Several(tuple(items))

    def _sheet(self, lines: list[Term]) -> Term:
        """A score sheet is what its lines are worth together."""
        whole: Term = lines[0]
        for line in lines[1:]:
            whole = self.binary(ast.Add(), whole, line)
        return self.number(whole)

    def empty(self) -> Run:
        """A new list that will grow."""
        fresh = self.fresh(ListOf(None, self.program.longest), "e")
        self.emit(f"{fresh.text}.begin(0);")
        return fresh

    def _starred(self, node: ast.Tuple | ast.List) -> Term:
        nodes = [i.value if isinstance(i, ast.Starred) else i for i in node.elts]
        values = self.operands(nodes)
        whole: Term = Several(())
        for item, value in zip(node.elts, values, strict=True):
            some: Term = Several((value,))
            if isinstance(item, ast.Starred):
                items = self.items_of(value)
                some = Several(tuple(items)) if items is not None else value
            whole = self.concatenated(whole, some) if whole != Several(()) else some
        return whole

    def _list(self, node: ast.ListComp | ast.GeneratorExp) -> Term:
        return self.list_of(node)


def _is_truth(value: Term) -> bool:
    if isinstance(value, Run):
        return value.type == TRUTH
    return isinstance(value, Const) and isinstance(value.obj, bool)


__all__ = ["Expressions", "Range", "WordOf"]

"""Assignments: names, items, slices of cells, and what is added in place."""

import ast

from capotreno.board.memory import Memory
from capotreno.native.functions.emitter import is_pure
from capotreno.native.functions.expressions import Expressions
from capotreno.native.functions.names import is_made
from capotreno.native.values import (
    HOLE,
    Bits,
    Cells,
    Const,
    Int,
    ListOf,
    Method,
    Pick,
    Range,
    Run,
    Several,
    Slice,
    SpanOf,
    Stack,
    Term,
    Together,
)


class Assignments(Expressions):
    """What gets a value."""

    changed: set[str]
    growing: set[str]
    anchors: dict[str, int | None]
    gives_codes: bool
    tree: ast.FunctionDef

    # -- assignments ------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> bool:
        """An assignment; whether it is never reached, for nothing lies where it looks."""
        if isinstance(node.value, ast.Tuple) and self._is_key(node.targets[0]):
            return False
        value = self._assigned(node.targets[0], node.value)
        if value == Const(HOLE):
            self.emit("CAPO_TRAP();")
            self.instance.traps = True
            return True
        if len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple):
            value = self.still(value)
        for target in node.targets:
            self.store(target, value)
        return False

    def _is_key(self, target: ast.expr) -> bool:
        """Whether a name is nothing but a question to a Memory."""
        if not isinstance(target, ast.Name):
            return False
        asked = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                asked += [(node.func.value, one) for one in node.args]
            elif isinstance(node, ast.Subscript):
                asked.append((node.value, node.slice))
        owners = [
            owner for owner, one in asked if isinstance(one, ast.Name) and one.id == target.id
        ]
        loads = [
            one
            for one in ast.walk(self.tree)
            if isinstance(one, ast.Name) and one.id == target.id and isinstance(one.ctx, ast.Load)
        ]
        if not owners or len(owners) != len(loads):
            return False
        if not all(isinstance(owner, ast.Attribute) for owner in owners):
            return False
        found = [self.value(owner) for owner in owners]
        return all(isinstance(one, Const) and isinstance(one.obj, Memory) for one in found)

    def _assigned(self, target: ast.expr, node: ast.expr) -> Term:
        """What is assigned; a list that is changed later is a list of its own."""
        name = target.id if isinstance(target, ast.Name) else ""
        if isinstance(node, ast.List) and not node.elts and name:
            held = self.variable(name, ListOf(None, self.program.longest))
            self.emit(f"{held.text}.begin(0);")
            return held
        value = self.value(node)
        if name in self.changed and not isinstance(value, (Run, Cells, Stack)):
            if isinstance(value, (Const, Pick)) and not is_made(node):
                self.refuse(f"'{name}' would change what a part knows")
            if isinstance(value, Several) and not is_made(node):
                self.refuse("a list that has two names is changed")
            if isinstance(value, Const) and value.obj == ():
                return value
            made = self.listed(value)
            assert isinstance(made.type, ListOf)
            held = self.variable(name, self._roomy(name, made.type))
            self.emit(f"{held.text}.assign({made.text});")
            return held
        return value

    def store(self, target: ast.expr, value: Term) -> None:
        match target:
            case ast.Name():
                self.bind(target.id, value)
            case ast.Tuple() if value == Const(HOLE):
                for part in target.elts:
                    self.store(part, value)
            case ast.Tuple():
                items = self.items_of(value)
                if items is None or len(items) != len(target.elts):
                    self.refuse("a tuple of another length is taken apart")
                for part, item in zip(target.elts, items, strict=True):
                    self.store(part, item)
            case ast.Subscript():
                self._store_item(target, value)
            case _:
                self.refuse("an assignment to something that is no name, item or slice")

    def bind(self, name: str, value: Term) -> None:
        """Give a name a value."""
        if isinstance(value, Run) and value.text == self.spelled(name):
            self.names[name] = value
            return
        if self.counted.get(name, 0) <= 1:
            if name in self.changed and isinstance(value, Run) and isinstance(value.type, ListOf):
                value = self._grown(name, value)
            self.names[name] = self.keep(name, value)
            return
        known = self.names.get(name)
        changes = known is not None and known != value and self.depth > 1
        if changes and not (self._is_found(value) and (known is None or self._is_held(known))):
            self.refuse(f"which of several things '{name}' is, is only known while a game runs")
        if isinstance(value, (Cells, Stack, Together)) or (known is not None and known == value):
            self.names[name] = value
            return
        if isinstance(value, Const) and not isinstance(value.obj, (int, str, tuple, list)):
            self.names[name] = value
            return
        if isinstance(value, Pick) and not self._has_form(value):
            self.names[name] = self.keep(name, value)
            return
        if isinstance(value, Several) and not isinstance(known, Run):
            self.names[name] = Several(
                tuple(self._part(f"{name}_{i}_", item) for i, item in enumerate(value.items))
            )
            return
        found = self.run(value)
        kind = found.type
        if isinstance(kind, (ListOf, SpanOf)):
            most = self.program.menu if isinstance(value, Const) and value.obj == () else kind.most
            kind = ListOf(kind.element, most)
            held = self.variable(name, kind)
            self.assign(held, found)
            self.rebound.add(held.text)
            if isinstance(value, Const) and isinstance(value.obj, tuple):
                self.tuples.add(held.text)
        else:
            held = self.variable(name, kind)
            self.assign(held, value if isinstance(value, Const) else found)
        anchor = found.anchor
        if name in self.anchors and self.anchors[name] != anchor:
            anchor = self.program.same_span(self.anchors[name], anchor)
        self.anchors[name] = anchor
        self.names[name] = Run(held.type, held.text, False, anchor)

    def _grown(self, name: str, value: Run) -> Run:
        """A list that is changed under its name, in a variable whose type follows."""
        if value.text in self.aliased or value.text in self.variables:
            return value
        assert isinstance(value.type, ListOf)
        held = self.variable(name, self._roomy(name, value.type))
        self.emit(f"{held.text}.assign({value.text});")
        self.copied_from(value, held)
        self.made_in[held.text] = self.blocks[-1]
        return held

    def _roomy(self, name: str, kind: ListOf) -> ListOf:
        """The type of a list with room for what joins it."""
        most = max(kind.most, self.program.longest) if name in self.growing else kind.most
        return ListOf(kind.element, most)

    def _part(self, name: str, item: Term) -> Term:
        """An item of a tuple whose name gets several tuples."""
        found = self.run(item)
        held = self.variable(name, found.type)
        self.assign(held, item if isinstance(item, Const) else found)
        return Run(held.type, held.text, False)

    def _is_found(self, value: Term) -> bool:
        """Whether a variable of C++ can hold a value."""
        if isinstance(value, Const):
            return isinstance(value.obj, (int, str, tuple, list))
        return isinstance(value, (Run, Several, Slice)) or (
            isinstance(value, Pick) and self._has_form(value)
        )

    def _is_held(self, known: Term) -> bool:
        """Whether what a name meant before a block lies in a variable that the block changes."""
        return not isinstance(known, (Const, Pick, Method)) or self._is_found(known)

    def _has_form(self, value: Pick) -> bool:
        there = [obj for obj in value.objs if obj is not HOLE]
        return bool(there) and all(isinstance(obj, (int, str, list, tuple)) for obj in there)

    def _store_item(self, target: ast.Subscript, value: Term) -> None:
        mark = len(self.lines)
        owner = self.value(target.value)
        if isinstance(owner, Const) and isinstance(owner.obj, Memory):
            return
        if isinstance(target.slice, ast.Slice):
            self._store_slice(owner, target.slice, value)
            return
        index = self.value(target.slice)
        if len(self.lines) > mark and not is_pure(value):
            lines = self.lines[mark:]
            del self.lines[mark:]
            value = self.still(value)
            self.lines += lines
        self._put(owner, index, value)

    def _put(self, owner: Term, index: Term, value: Term) -> None:
        if isinstance(owner, Cells):
            place = self.number(index)
            cell = self.cell(place)
            self.writes = True
            self.effects += 1
            if isinstance(cell.type, Bits):
                self.emit(f"{cell.text} = {self.set_of(value, cell.type)};")
                return
            assert isinstance(cell.type, Int)
            self.emit(f"{cell.text} = {self.stored(value, cell.type)};")
            return
        if not isinstance(owner, Run) or not isinstance(owner.type, ListOf):
            self.refuse("an item of something that does not change")
        self.changes(owner.text)
        self.moved.add(owner.text)
        found = self.run(value)
        self.joins(found, owner)
        kind = self.grow(owner, found.type)
        element = self.item(owner, index)
        assert isinstance(element, Run)
        self.emit(f"{element.text} = {self.fit(value, kind)};")

    def _store_slice(self, owner: Term, node: ast.Slice, value: Term) -> None:
        """Some cells in a row get the values of a list, as many as they are."""
        if not isinstance(owner, Cells):
            self.refuse("a slice of something else than cells")
        kept = self.sequence(value) if not isinstance(value, Range) else self.listed(value)
        if isinstance(kept, Slice):
            kept = self.copied(kept)
        some = self._slice(owner, node)
        assert isinstance(some, Slice)
        some = Slice(self._fixed(some.first), self._fixed(some.count), 1, some.most, some.wide)
        self.writes = True
        self.effects += 1
        source = kept if kept.text.isidentifier() else self.temp(kept.type, kept.text)
        self.emit(f"CAPO_SURE({source.text}.n == {some.count.text});")
        with self.block(f"for (int i = 0; i < {source.text}.n; i++)"):
            cell = self.cell_of(some, "i")
            element = Run(self.element_of(kept), f"{source.text}[i]")
            if isinstance(cell.type, Bits):
                self.emit(f"{cell.text} = {self.set_of(element, cell.type)};")
            else:
                assert isinstance(cell.type, Int)
                self.emit(f"{cell.text} = {self.stored(element, cell.type)};")

    def _fixed(self, run: Run) -> Run:
        fixed = self.still(run)
        assert isinstance(fixed, Run)
        return fixed

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            owner, index = self.operands([node.target.value, node.target.slice])
            index = self.still(index)
            before = self.item(owner, index)
            mark = len(self.lines)
            more = self.value(node.value)
            if len(self.lines) > mark:
                lines = self.lines[mark:]
                del self.lines[mark:]
                before = self.still(before)
                self.lines += lines
            self._put(owner, index, self.binary(node.op, before, more))
            return
        if not isinstance(node.target, ast.Name):
            self.refuse("a change of something that is no name or item")
        name = node.target.id
        before = self.value(node.target)
        if isinstance(before, Run) and isinstance(before.type, ListOf):
            if not isinstance(node.op, ast.Add):
                self.refuse("a list is only added to")
            if before.text in self.variables:
                room = self.program.menu if self.gives_codes else self.program.longest
                most = max(room, before.type.most)
                self.variables[before.text] = ListOf(before.type.element, most)
            self.extend(before, self.value(node.value))
            return
        mark = len(self.lines)
        more = self.value(node.value)
        if len(self.lines) > mark and isinstance(before, Run) and not before.pure:
            lines = self.lines[mark:]
            del self.lines[mark:]
            before = self.still(before)
            self.lines += lines
        self.bind(name, self.binary(node.op, before, more))

    # -- what loops name --------------------------------------------------------------------------

    def bind_loop(self, target: ast.expr, item: Term) -> None:
        """What a loop names in each turn."""
        if isinstance(target, ast.Name) and self.counted.get(target.id, 0) > 1:
            if not isinstance(item, (Const, Pick)) or self._is_number(item):
                self.bind(target.id, item)
                return
        self.bind_target(target, item)

    def _is_number(self, item: Term) -> bool:
        objs = (
            (item.obj,) if isinstance(item, Const) else item.objs if isinstance(item, Pick) else ()
        )
        return all(isinstance(obj, int) for obj in objs)

    def bind_target(self, target: ast.expr, value: Term, *, inner: bool = False) -> None:
        """What a loop names, or a comprehension, which has names of its own."""
        if isinstance(target, ast.Name):
            if self.counted.get(target.id, 0) > 1 and isinstance(value, Run) and not inner:
                self.bind(target.id, value)
            else:
                self.named_item(value)
                self.names[target.id] = self.still(value)
            return
        if value == Const(HOLE) and isinstance(target, ast.Tuple):
            for part in target.elts:
                self.bind_target(part, value, inner=inner)
            return
        if not isinstance(target, ast.Tuple):
            self.refuse("a loop that names something else than names")
        items = self.items_of(value)
        if items is None or len(items) != len(target.elts):
            self.refuse("a tuple of another length is taken apart")
        for part, item in zip(target.elts, items, strict=True):
            self.bind_target(part, item, inner=inner)

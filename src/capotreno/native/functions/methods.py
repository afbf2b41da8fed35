"""Methods of lists, numbers, cells and the decisions that wait."""

import ast

from capotreno.native.functions.builtin import Builtins
from capotreno.native.values import (
    SMALL,
    Bits,
    Cells,
    Const,
    CType,
    Int,
    ListOf,
    Range,
    Run,
    Several,
    Term,
    WordOf,
    join,
)


class Methods(Builtins):
    """What methods do and give."""

    # -- methods --------------------------------------------------------------------------------

    def of_list(
        self, owner: Term, name: str, arguments: list[Term], words: dict[str, Term]
    ) -> Term:
        if name in ("bit_count", "bit_length"):
            some = self.run(owner)
            wide = self.set_of(some, some.type) if isinstance(some.type, Bits) else ""
            if not wide:
                assert isinstance(some.type, Int)
                if some.type.low < 0:
                    self.refuse(f"{name} of a number that may be below zero")
                wide = f"mask<1>((uint64_t)({some.text}))"
            n = some.type.n if isinstance(some.type, Bits) else 0
            if isinstance(some.type, Int):
                n = some.type.high.bit_length()
            return Run(Int(0, n), f"{wide}.{'count' if name == 'bit_count' else name}()", some.pure)
        if isinstance(owner, Cells):
            return self._of_cells(name, arguments)
        if name == "__getitem__":
            return self.item(owner, arguments[0])
        if name in ("index", "count"):
            return self._find(owner, name, arguments)
        if not isinstance(owner, Run) or not isinstance(owner.type, ListOf):
            self.refuse(f"'{name}' of {owner!r:.60}")
        return self._change(owner, name, arguments, words)

    def _change(self, owner: Run, name: str, arguments: list[Term], words: dict[str, Term]) -> Term:
        assert isinstance(owner.type, ListOf)
        if name == "copy":
            return self.copy_of(owner)
        self.changes(owner.text)
        if name not in ("append", "extend"):
            self.moved.add(owner.text)
        match name:
            case "append":
                value = self.element(arguments[0])
                self.joins(value, owner)
                grown = self.grow(owner, self.type_of(value))
                self.emit(f"{owner.text}.push({self.fit(value, grown)});")
                return Const(None)
            case "extend":
                self.extend(owner, arguments[0])
                return Const(None)
            case "pop":
                at = f"{owner.text}.n - 1"
                if arguments:
                    number = self.number(arguments[0])
                    assert isinstance(number.type, Int)
                    at = number.text
                    if number.type.low < 0:  # counted from the end
                        at = f"at_index({at}, {owner.text}.n)"
                return self.opened(self.temp(self.element_of(owner), f"{owner.text}.pop({at})"))
            case "remove":
                number = self.number(arguments[0])
                self.emit(f"{owner.text}.pop(find({owner.text}, {number.text}));")
                return Const(None)
            case "sort":
                self.sorted(owner, words)
                return Const(None)
            case "clear":
                self.emit(f"{owner.text}.begin(0);")
                return Const(None)
        self.refuse(f"a list's '{name}' is not in the subset")

    def index(self, value: Term, count: int) -> Run:
        raise NotImplementedError

    def grow(self, owner: Run, more: CType) -> CType:
        """The type of a list's elements when something joins them."""
        known = self.variables.get(owner.text, owner.type)
        assert isinstance(known, ListOf)
        element = join(known.element, more)
        whole = owner.text.split("[", 1)[0]
        if owner.text in self.variables:
            self.variables[owner.text] = ListOf(element, known.most)
        elif whole in self.variables:  # a list of lists
            outer = self.variables[whole]
            assert isinstance(outer, ListOf)
            inner = join(outer.element, ListOf(element, known.most))
            self.variables[whole] = ListOf(inner, outer.most)
        elif element != known.element:  # its owner would not know what it may hold now
            self.refuse(f"{more} joins a list that holds {known.element} where it was made")
        return element

    def joins(self, value: Term, owner: Run) -> None:
        """A list that joins another is known to it from then on: neither may change any more."""
        if isinstance(value, Several):
            for item in value.items:
                self.joins(item, owner)
        elif isinstance(value, Run) and isinstance(value.type, ListOf) and not self.is_new(value):
            self.shared |= {value.text, f"{owner.text}["}

    def extend(self, owner: Run, value: Term) -> None:
        some = self.sequence(value) if not isinstance(value, Range) else self.listed(value)
        self.effects += 1
        if owner.text not in self.tuples:
            self.changing.add(owner.text)
        self.grow(owner, self.element_of(some))
        self.emit(f"{owner.text}.extend({self.readable(some)});")

    def _find(self, owner: Term, name: str, arguments: list[Term]) -> Term:
        if isinstance(owner, Const) and isinstance(owner.obj, (list, tuple)):
            if owner.obj and all(isinstance(o, str) for o in owner.obj) and name == "index":
                wanted = self.run(arguments[0])
                assert isinstance(wanted.type, WordOf)
                return self.program.place_of(owner.obj, wanted)
        some = self.sequence(owner)
        element = self.element_of(some)
        if isinstance(element, Bits):
            one = Run(element, self.set_of(arguments[0], element))
        else:
            one = self.number(arguments[0])
        text = self.readable(some)
        if name == "count":
            return Run(Int(0, self.most_of(some)), f"count({text}, {one.text})")
        if len(arguments) > 1:
            self.refuse("an index from somewhere on")
        found = self.temp(Int(0, max(0, self.most_of(some) - 1)), f"find({text}, {one.text})")
        self.emit(f"CAPO_SURE({found.text} >= 0);")
        return found

    def _of_cells(self, name: str, arguments: list[Term]) -> Term:
        if name != "index" or len(arguments) != 3:
            self.refuse(f"'{name}' of all cells")
        wanted, first, end = [self.number(value) for value in arguments]
        start = self.number(self.still(first))
        count = self.number(self.binary(ast.Sub(), end, start))
        text = f"Span<int32_t>{{s.cells + {start.text}, (int32_t){count.text}}}"
        at = self.temp(Int(-1, SMALL // 2), f"find({text}, {wanted.text})")
        self.emit(f"CAPO_SURE({at.text} >= 0);")
        assert isinstance(start.type, Int)
        assert isinstance(end.type, Int)
        return Run(
            Int(max(0, start.type.low), end.type.high - 1), f"({start.text} + {at.text})", True,
            end.anchor - 1 if end.anchor is not None else None,
        )  # fmt: skip

    def of_stack(self, name: str, arguments: list[Term]) -> Term:
        """What the engine does with the decisions that wait."""
        self.writes = True
        self.effects += 1
        if name == "clear":
            self.emit("s.depth = 0;")
            return Const(None)
        if name == "pop":
            self.emit("s.depth--;")
            return Const(None)
        items = self.items_of(arguments[0])
        if items is None or len(items) != 3:
            self.refuse("a decision is a question, a seat and a subject")
        kinds = zip(items, self.program.decision, strict=True)
        texts = [self.within(self.number(item), kind) for item, kind in kinds]
        call = {"append": "ask", "remove": "close"}.get(name)
        if call is None:
            self.refuse(f"'{name}' of the decisions")
        self.emit(f"s.{call}({', '.join(texts)});")
        return Const(None)

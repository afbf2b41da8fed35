"""Going through things: loops, comprehensions, and what sums, counts and looks for them."""

import ast
import re
from collections.abc import Callable
from dataclasses import is_dataclass

from capotreno.native.functions.operators import Operators
from capotreno.native.values import (
    HOLE,
    Const,
    CType,
    Int,
    ListOf,
    Pick,
    Range,
    Run,
    Several,
    Slice,
    SpanOf,
    Stack,
    Term,
    Together,
    join,
)

# A value that may be looked at whether it is wanted or not, and whether it is.
CHOSEN_IF = re.compile(r"^( *)if \((.*)\) \{$")
CHOSEN = re.compile(rf"{CHOSEN_IF.pattern[:-1]}\n *\w+\.push\((?:\(int\))?-?\w+(?:\[i\d+\])?\);$")
FEW = 2  # known things for which a loop is written out
Body = Callable[[Term], None]


class Iteration(Operators):
    """Loops over whatever can be gone through."""

    def bind_target(self, target: ast.expr, value: Term, *, inner: bool = False) -> None:
        raise NotImplementedError

    def is_unrolled(self, value: Term) -> bool:
        """Whether a loop is written out: few things, or things that are more than numbers."""
        if isinstance(value, Together) and value.kind != "reversed":
            return any(self.is_unrolled(item) for item in value.items)
        if isinstance(value, Several):
            return True
        if not isinstance(value, Const):
            return False
        obj = value.obj
        if not isinstance(obj, (list, tuple, range, dict)):
            self.refuse(f"a loop over {obj!r:.60}")
        return len(obj) <= FEW or not all(_is_data(one) for one in obj)

    def unrolled(self, value: Term) -> list[Term]:
        match value:
            case Several(items):
                return list(items)
            case Const(obj):
                assert isinstance(obj, (list, tuple, range, dict))
                return [Const(one) for one in obj]
            case Together("enumerate"):
                inner = self.unrolled(value.items[0])
                return [Several((Const(i), one)) for i, one in enumerate(inner, value.start)]
            case Together("zip"):
                columns: list[list[Term] | None] = [
                    self.unrolled(v) if self.is_unrolled(v) else None for v in value.items
                ]
                count = min(len(column) for column in columns if column is not None)
                return [
                    Several(
                        tuple(
                            self.item(v, Const(i)) if column is None else column[i]
                            for v, column in zip(value.items, columns, strict=True)
                        )
                    )
                    for i in range(count)
                ]
        self.refuse(f"a loop over {value!r:.60}")

    def most_turns(self, value: Term) -> int:
        """How many turns a loop over a value has at most."""
        match value:
            case Const(obj):
                assert isinstance(obj, (list, tuple, range, dict))
                return len(obj)
            case Several(items):
                return len(items)
            case Pick(objs):
                return max([len(o) for o in objs if isinstance(o, (list, tuple, range))], default=0)
            case Run(type=ListOf() | SpanOf()) | Slice():
                return self.most_of(value)
            case Range():
                start, stop = value.start.type, value.stop.type
                if isinstance(start, Int) and isinstance(stop, Int):
                    return max(0, stop.high - start.low)
            case Together():
                return min(self.most_turns(item) for item in value.items)
            case Stack():
                return self.program.depth
        return self.program.longest

    def loop(self, value: Term, body: Body, *, changing: bool = True) -> None:
        """Write a loop; `changing`: the body may change cells, so that they are read before it."""
        if isinstance(value, Together) and value.kind == "zip":
            value = Together("zip", tuple(self._aside(v, changing) for v in value.items))
        elif isinstance(value, Together):
            value = Together(value.kind, (self._aside(value.items[0], changing),), value.start)
        else:
            value = self._aside(value, changing)
        if isinstance(value, Range):
            self._count(value, body)
            return
        if isinstance(value, Together) and value.kind == "reversed":
            self._backwards(value.items[0], body)
            return
        self.temps += 1
        index = f"i{self.temps}"
        count = self.length_of(value)
        with self.block(f"for (int32_t {index} = 0; {index} < {count.text}; {index}++)"):
            most = self.most_turns(value)
            body(self.at(value, Run(Int(0, max(0, most - 1)), index, True)))

    def _aside(self, value: Term, changing: bool) -> Term:
        """What is gone through as it was at the beginning, unless it is a list, which may grow."""
        if isinstance(value, Slice):
            if changing:
                return self.copied(value)
            first, count = self.still(value.first), self.still(value.count)
            assert isinstance(first, Run)
            assert isinstance(count, Run)
            return Slice(first, count, value.step, value.most, value.wide)
        if isinstance(value, (Range, Pick)):
            return self.still(value)
        if (
            isinstance(value, Run)
            and isinstance(value.type, SpanOf)
            and not value.text.isidentifier()
        ):
            return self.temp(value.type, value.text)
        return value

    def _count(self, value: Range, body: Body) -> None:
        start, stop = self.number(value.start), self.number(value.stop)
        assert isinstance(start.type, Int)
        assert isinstance(stop.type, Int)
        self.temps += 1
        index = f"i{self.temps}"
        if value.step > 0:
            head = f"{index} = {start.text}; {index} < {stop.text}; {index} += {value.step}"
            kind = Int(start.type.low, max(start.type.low, stop.type.high - 1))
        else:
            head = f"{index} = {start.text}; {index} > {stop.text}; {index} -= {-value.step}"
            kind = Int(min(stop.type.low + 1, start.type.high), start.type.high)
        with self.block(f"for ({kind.c} {head})"):
            body(Run(kind, index, True, start.anchor))

    def _backwards(self, value: Term, body: Body) -> None:
        if not isinstance(value, Range) or value.step != 1:
            self.refuse("only a range is gone through backwards")
        start, stop = self.number(value.start), self.number(value.stop)
        last = self.number(self.binary(ast.Sub(), stop, Const(1)))
        before = self.number(self.binary(ast.Sub(), start, Const(1)))
        self._count(Range(last, before, -1), body)

    def length_of(self, value: Term) -> Run:
        """How many a value has."""
        match value:
            case Const(obj):
                return self.run(Const(len(obj)))  # type: ignore[arg-type]
            case Several(items):
                return self.run(Const(len(items)))
            case Stack():
                return Run(Int(0, self.program.depth), "s.depth")
            case Slice():
                return value.count
            case Range():
                if value.step != 1:
                    self.refuse("the length of a range that does not count by one")
                size = self.number(self.binary(ast.Sub(), value.stop, value.start))
                return Run(Int(0, self.most_turns(value)), f"most<int64_t>(0, {size.text})")
            case Together():
                counts = [self.length_of(item) for item in value.items]
                text = counts[0].text
                for count in counts[1:]:
                    text = f"least<int32_t>({text}, {count.text})"
                return Run(Int(0, self.most_turns(value)), text)
            case Pick(objs):
                sizes = tuple(HOLE if o is HOLE else len(o) for o in objs)  # type: ignore[arg-type]
                return self.run(self.picked(Pick(sizes, value.index)))
        some = self.sequence(value)
        assert isinstance(some, Run)
        return Run(Int(0, self.most_of(some)), f"{some.text}.n")

    def at(self, value: Term, index: Run) -> Term:
        """What a loop over a value finds at an index, which is in range."""
        match value:
            case Const(obj):
                assert isinstance(obj, (list, tuple, range, dict))
                return self.picked(Pick(tuple(obj), index))
            case Stack():
                parts = ("question", "seat", "subject")
                at = f"s.stack[{index.text}]"
                kinds = self.program.decision
                return Several(
                    tuple(Run(k, f"{at}.{p}") for k, p in zip(kinds, parts, strict=True))
                )
            case Together("enumerate"):
                number = self.binary(ast.Add(), index, Const(value.start)) if value.start else index
                return Several((number, self.at(value.items[0], index)))
            case Together("zip"):
                return Several(tuple(self.at(item, index) for item in value.items))
            case Slice():
                return self.cell_of(value, index.text)
            case Pick():
                return self.item(value, index)
            case Range():
                return self.binary(ast.Add(), value.start, index)
        some = self.sequence(value)
        assert isinstance(some, Run)
        return self.opened(Run(self.element_of(some), f"{some.text}[{index.text}]"))

    # -- comprehensions -----------------------------------------------------------------------

    def comprehended(self, node: ast.ListComp | ast.GeneratorExp, found: Body) -> int:
        """Write the loops of a comprehension; `found` hears each. Gives the most there are."""
        saved = dict(self.names)
        most = [0]
        self._generate(node.generators, 1, node.elt, found, most)
        self.names = saved
        return most[0]

    def _generate(
        self,
        parts: list[ast.comprehension],
        so_far: int,
        elt: ast.expr,
        found: Body,
        most: list[int],
    ) -> None:
        if not parts:
            most[0] += so_far
            found(self.value(elt))
            return
        part, rest = parts[0], parts[1:]

        def body(item: Term) -> None:
            self.bind_target(part.target, item, inner=True)
            opened = 0
            for test in part.ifs:
                truth = self.condition(test)
                if isinstance(truth, Const):
                    if not truth.obj:
                        for _ in range(opened):
                            self.depth -= 1
                            self.emit("}")
                        return
                    continue
                self.emit(f"if ({self.run(truth).text}) {{")
                self.depth += 1
                opened += 1
            self._generate(rest, turns, elt, found, most)
            for _ in range(opened):
                self.depth -= 1
                self.emit("}")

        over = self.value(part.iter)
        if over == Const(HOLE):  # nothing is there: this is never reached
            self.emit("CAPO_TRAP();")
            return
        if self.is_unrolled(over):
            turns = so_far
            for item in self.unrolled(self.still(over)):
                body(item)
            return
        turns = so_far * self.most_turns(over)
        mark, effects, count = len(self.lines), self.effects, most[0]
        self.loop(over, body, changing=False)
        if self.effects != effects:  # once more, over what was there before anything changed
            del self.lines[mark:]
            most[0] = count
            self.loop(over, body)

    def list_of(self, node: ast.ListComp | ast.GeneratorExp) -> Run:
        """The list a comprehension makes."""
        return self._gathered(lambda found: self.comprehended(node, found))

    def row_of_tuples(self, value: Pick) -> Run:
        """The list of what a table has at an index: some tuples of one length."""

        def each(found: Body) -> int:
            def opened(item: Term) -> None:
                items = self.items_of(item)
                if items is None:
                    self.refuse("a row of tuples that are not of one length")
                found(Several(tuple(items)))

            self.loop(value, opened, changing=False)
            return self.most_turns(value)

        return self._gathered(each)

    def _gathered(self, write: Callable[[Body], int]) -> Run:
        """The list of what some loops find, which are written now and give the most there are."""
        self.temps += 1
        name = f"t{self.temps}"
        mark = len(self.lines)
        element: list[Term] = []

        def found(item: Term) -> None:
            element.append(self.element(item))
            self.joins(element[-1], Run(ListOf(None, 0), name))
            self.lines.append(f"\0{name}\0{len(element) - 1}\0{self.depth}")

        most = write(found)
        room = self.program.longest
        if self.program.seen:  # a seat that pays from an unknown hand can pay in any way
            room = max(room, self.program.menu)
        return self._filled(name, mark, element, min(most, room))

    def _filled(self, name: str, mark: int, element: list[Term], most: int) -> Run:
        """Write the pushes of a list now that the type of its elements is known."""
        kind: CType | None = None
        for one in element:
            kind = join(kind, self.type_of(one))
        made = Run(ListOf(kind, most), name, True)
        self.made_in[name] = self.blocks[-1]
        lines = self.lines[mark:]
        del self.lines[mark:]
        self.emit(f"{made.type.c} {name};")
        self.emit(f"{name}.begin(0);")
        for line in lines:
            if line.startswith(f"\0{name}\0"):
                _, _, number, depth = line.split("\0")
                assert kind is not None
                pad = "    " * int(depth)
                self.lines.append(f"{pad}{name}.push({self.fit(element[int(number)], kind)});")
            elif line.strip() == "}" and CHOSEN.match("\n".join(self.lines[-2:])):
                self._joins_if(name)
            else:
                self.lines.append(line)
        return made

    def _joins_if(self, name: str) -> None:
        """What joins a list under a condition, without a branch that chance would decide."""
        push, test = self.lines.pop().strip(), self.lines.pop()
        pad, condition = CHOSEN_IF.match(test).groups()  # type: ignore[union-attr]
        value = push.removeprefix(f"{name}.push(").removesuffix(");")
        self.lines.append(f"{pad}{name}.push_if({condition}, {value});")


def _is_data(obj: object) -> bool:
    """Numbers, words, and rows and records of them: what a table can hold."""
    if obj is None or isinstance(obj, (int, str, float)):
        return True
    if isinstance(obj, (list, tuple, range)):
        return all(_is_data(one) for one in obj)
    return is_dataclass(obj) and all(_is_data(one) for one in vars(obj).values())

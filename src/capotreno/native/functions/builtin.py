"""Python's builtins and the methods of lists and numbers, as far as rules use them."""

import ast
import types
from collections.abc import Sequence

from capotreno.board.memory import Memory
from capotreno.native.functions.iteration import Iteration
from capotreno.native.values import (
    LARGE,
    TRUTH,
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
    Term,
    Together,
    join,
)


class Builtins(Iteration):
    """What builtins give."""

    last: ast.expr | None  # what is given back

    # those that look at a comprehension without making a list of it
    FUSED = frozenset({"sum", "any", "all", "min", "max", "len"})

    def called(self, callee: Term, arguments: list[Term], words: dict[str, Term]) -> Term:
        raise NotImplementedError

    def of_list(
        self, owner: Term, name: str, arguments: list[Term], words: dict[str, Term]
    ) -> Term:
        raise NotImplementedError

    def joint(self, values: Sequence[Term]) -> CType:
        kind: CType | None = None
        for value in values:
            kind = join(kind, self.run(value).type)
        assert kind is not None
        return kind

    def fused(self, name: str, node: ast.Call) -> Term:
        first = node.args[0]
        plain = len(node.args) == 1 and not node.keywords
        if plain and isinstance(first, (ast.ListComp, ast.GeneratorExp)):
            if name == "sum":
                return self._sum(first)
            if name in ("any", "all"):
                return self._any(first, name == "any")
        starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        if starred:
            self.refuse(f"{name} of *")
        values = self.operands([*node.args, *[word.value for word in node.keywords]])
        words = {
            str(w.arg): v for w, v in zip(node.keywords, values[len(node.args) :], strict=True)
        }
        self.node = node
        import builtins  # noqa: PLC0415

        return self.builtin(getattr(builtins, name), values[: len(node.args)], words)

    def _sum(self, node: ast.ListComp | ast.GeneratorExp) -> Term:
        self.temps += 1
        name = f"t{self.temps}"
        mark = len(self.lines)
        found: list[Run] = []

        def add(item: Term) -> None:
            number = self.number(item)
            found.append(number)
            self.emit(f"{name} += {number.text};")

        most = max(1, self.comprehended(node, add))
        kind = self.joint(found) if found else Int(0, 0)
        assert isinstance(kind, Int)
        whole = Int(min(0, kind.low * most), max(0, kind.high * most))
        if whole.low < -LARGE or whole.high >= LARGE:
            self.refuse("a sum without a bound")
        self.lines.insert(mark, "    " * self.depth + f"{whole.c} {name} = 0;")
        return Run(whole, name, True)

    def _any(self, node: ast.ListComp | ast.GeneratorExp, wanted: bool) -> Term:
        self.temps += 1
        effects = self.effects
        name = f"t{self.temps}"
        self.emit(f"bool {name} = {'false' if wanted else 'true'};")

        def look(item: Term) -> None:
            truth = self.truth(item)
            if isinstance(truth, Const):
                if bool(truth.obj) == wanted:
                    self.emit(f"{name} = {'true' if wanted else 'false'};")
                return
            text = self.run(truth).text
            self.emit(
                f"if ({text if wanted else f'!{text}'}) {name} = {'true' if wanted else 'false'};"
            )

        self.comprehended(node, look)
        self.quiet(effects, "what `any` or `all` looks at")
        return Run(TRUTH, name, True)

    def builtin(self, what: object, arguments: list[Term], words: dict[str, Term]) -> Term:
        if what is len and isinstance(arguments[0], Const) and isinstance(arguments[0].obj, Memory):
            return Const(0)
        if all(isinstance(v, Const) for v in (*arguments, *words.values())) and callable(what):
            plain = [v.obj for v in arguments if isinstance(v, Const)]
            if what in (zip, enumerate, reversed):
                return Const(list(what(*plain)))  # type: ignore[call-overload,arg-type]
            named = {k: v.obj for k, v in words.items() if isinstance(v, Const)}
            if what in (len, sum, min, max, any, all, range, tuple, list, bool, int, sorted, abs):
                return Const(what(*plain, **named))
        if isinstance(what, types.BuiltinMethodType) and not isinstance(
            what.__self__, types.ModuleType
        ):
            known = what.__self__
            if all(isinstance(v, Const) for v in arguments) and not isinstance(known, dict):
                return Const(what(*[v.obj for v in arguments if isinstance(v, Const)]))
            return self.of_list(Const(known), what.__name__, arguments, words)
        first = arguments[0] if arguments else Const(None)
        if what is len:
            items = self.items_of(first)
            return Const(len(items)) if items is not None else self.length_of(first)
        if what is range:
            return self._range(arguments)
        if what is enumerate:
            start = words.get("start", arguments[1] if len(arguments) > 1 else Const(0))
            if not isinstance(start, Const) or not isinstance(start.obj, int):
                self.refuse("enumerate from a number that is not known")
            return Together("enumerate", (first,), start.obj)
        if what is zip:
            return Together("zip", tuple(arguments))
        if what is reversed:
            if isinstance(first, Const) and isinstance(first.obj, range):
                first = Range(self.run(Const(first.obj.start)), self.run(Const(first.obj.stop)), 1)
            return Together("reversed", (first,))
        if what in (tuple, list):
            if isinstance(first, Run) and isinstance(first.type, SpanOf) and what is tuple:
                return first
            return self.copy_of(first) if what is list else self._tuple(first)
        if what is bool:
            return self.truth(first)
        if what is int:
            return self.number(first)
        if what is sum:
            first_of_all = words.get("start", arguments[1] if len(arguments) > 1 else Const(0))
            whole = self._total(first)
            return (
                whole if first_of_all == Const(0) else self.binary(ast.Add(), first_of_all, whole)
            )
        if what in (min, max):
            return self._extreme(what is min, arguments, words)
        if what in (any, all):
            return self._some(first, what is any)
        if what is sorted:
            return self.sorted(self.copy_of(first), words)
        if what is int.bit_count:
            return self.of_list(first, "bit_count", [], {})
        self.refuse(f"{what!r:.60} is not in the subset")

    def _tuple(self, value: Term) -> Term:
        if isinstance(value, (Several, Const, Pick)):
            return value
        if isinstance(value, Run) and isinstance(value.type, ListOf) and self.node is not self.last:
            return self.copy_of(value)
        return self.listed(value)

    def copy_of(self, value: Term) -> Run:
        """A new list of what something holds."""
        if isinstance(value, Run) and isinstance(value.type, ListOf):
            if self.is_new(value):
                return value
            fresh = self.fresh(value.type)
            self.emit(f"{fresh.text}.assign({value.text});")
            return fresh
        if isinstance(value, Pick) and any(_has_tuples(row) for row in value.objs):
            return self.row_of_tuples(value)
        return self.listed(value)

    def _range(self, arguments: list[Term]) -> Term:
        start = arguments[0] if len(arguments) > 1 else Const(0)
        stop = arguments[1] if len(arguments) > 1 else arguments[0]
        step = arguments[2] if len(arguments) > 2 else Const(1)
        if not isinstance(step, Const) or not isinstance(step.obj, int) or step.obj == 0:
            self.refuse("a range by steps that are not known")
        return Range(self.number(start), self.number(stop), step.obj)

    def _total(self, value: Term) -> Term:
        items = self.items_of(value)
        if items is not None and len(items) <= 8:
            whole: Term = Const(0)
            for item in items:
                whole = self.binary(ast.Add(), whole, self.number(item))
            return whole
        some = self.sequence(value)
        element = self.element_of(some)
        if not isinstance(element, Int):
            self.refuse("a sum of what are no numbers")
        most = self.most_of(some)
        kind = Int(min(0, element.low * most), max(0, element.high * most))
        if isinstance(some, Slice) and isinstance(some.count, Run) and some.count.text.isdigit():
            count = int(some.count.text)
            if count <= 2:
                cells = [self.cell_of(some, str(i)) for i in range(count)]
                whole = Const(0)
                for cell in cells:
                    whole = self.binary(ast.Add(), whole, cell)
                return whole
        cast = "(int32_t)" if kind.c == "int32_t" else ""
        return Run(kind, f"{cast}total({self.readable(some)})")

    def _some(self, value: Term, wanted: bool) -> Term:
        some = self.sequence(value)
        count = f"count({self.readable(some)}, 0)"
        if wanted:
            return Run(TRUTH, f"({count} < {self.length_of(value).text})")
        return Run(TRUTH, f"({count} == 0)")

    def _extreme(self, least: bool, arguments: list[Term], words: dict[str, Term]) -> Term:
        if len(arguments) > 1 and words:
            return self._extreme(least, [Several(tuple(arguments))], words)
        if len(arguments) > 1:
            best = self.number(arguments[0])
            for value in arguments[1:]:
                best = self._better(least, best, self.number(value))
            return best
        value = arguments[0]
        key = words.get("key")
        items = self.items_of(value)
        if items is not None and key is None and len(items) <= 4:
            return self._extreme(least, items, {}) if len(items) > 1 else items[0]
        if isinstance(value, Slice) and key is None:
            value = self._aside(value, False)
        elif isinstance(value, Run) and not value.text.isidentifier():
            value = self.temp(value.type, value.text)
        default = words.get("default")
        return self._best(least, value, key, default)

    def _better(self, least: bool, one: Run, two: Run) -> Run:
        a, b = one.type, two.type
        assert isinstance(a, Int)
        assert isinstance(b, Int)
        if least:
            kind = Int(min(a.low, b.low), min(a.high, b.high))
        else:
            kind = Int(max(a.low, b.low), max(a.high, b.high))
        wide = "int64_t" if "int64_t" in (a.c, b.c) else "int32_t"
        cast = "(int32_t)" if wide == "int64_t" and kind.c == "int32_t" else ""
        name = "least" if least else "most"
        text = f"{cast}{name}<{wide}>({one.text}, {two.text})"
        return Run(kind, text, one.pure and two.pure)

    def _best(self, least: bool, value: Term, key: Term | None, default: Term | None) -> Term:
        """The least or the greatest of what a loop finds; of equals, the first."""
        self.temps += 1
        best, score, seen = f"t{self.temps}", f"k{self.temps}", f"b{self.temps}"
        mark = len(self.lines)
        kinds: list[CType] = []

        def look(item: Term) -> None:
            found = self.still(self.run(item))
            keyed = found if key is None else self.called(key, [found], {})
            run, rank = self.run(found), self.number(keyed)
            kinds.extend([run.type, rank.type])
            mark_ = "<" if least else ">"
            with self.block(f"if (!{seen} || {rank.text} {mark_} {score})"):
                self.emit(f"{best} = {run.text}; {score} = {rank.text}; {seen} = true;")

        if self.is_unrolled(value):
            for item in self.unrolled(value):
                look(item)
        else:
            self.loop(value, look, changing=False)
        kind, rank_kind = kinds[0], kinds[1]
        for one, two in zip(kinds[2::2], kinds[3::2], strict=True):
            kind, rank_kind = join(kind, one), join(rank_kind, two)
        pad = "    " * self.depth
        start = "0"
        if default is not None:
            kind = join(kind, self.run(default).type)
            start = self.fit(default, kind)
        lines = [
            f"{kind.c} {best} = {start};",
            f"{rank_kind.c} {score} = 0;",
            f"bool {seen} = false;",
        ]
        self.lines[mark:mark] = [pad + line for line in lines]
        if default is None:
            self.emit(f"CAPO_SURE({seen});")
        return Run(kind, best, True)

    def sorted(self, some: Run, words: dict[str, Term]) -> Run:
        """A list put in order, equal ones as they were."""
        reverse = words.get("reverse", Const(False))
        key = words.get("key")
        if not isinstance(reverse, Const):
            self.refuse("an order that is not known")
        assert isinstance(some.type, ListOf)
        keys = some
        if key is not None:
            element = some.type.element or Int(0, 0)
            self.temps += 1
            name = f"k{self.temps}"
            mark = len(self.lines)
            found: list[Run] = []

            def look(item: Term) -> None:
                assert key is not None
                found.append(self.number(self.called(key, [item], {})))
                self.emit(f"{name}.push({found[-1].text});")

            self.loop(Run(ListOf(element, some.type.most), some.text, True), look, changing=False)
            kind = ListOf(found[0].type, some.type.most)
            pad = "    " * self.depth
            self.lines[mark:mark] = [pad + f"{kind.c} {name};", pad + f"{name}.begin(0);"]
            keys = Run(kind, name, True)
        else:
            if not isinstance(some.type.element or Int(0, 0), Int):
                self.refuse("only numbers are in order without a key")
            keys = self.fresh(some.type)
            self.emit(f"{keys.text}.assign({some.text});")
        self.emit(f"sort_by({some.text}, {keys.text}, {'true' if reverse.obj else 'false'});")
        return some


def _has_tuples(row: object) -> bool:
    return isinstance(row, (list, tuple)) and any(isinstance(one, tuple) for one in row)

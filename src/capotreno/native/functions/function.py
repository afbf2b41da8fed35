"""One function of the rules, statement by statement."""

import ast
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from capotreno.native.functions.assignments import Assignments
from capotreno.native.functions.copies import without_copies
from capotreno.native.functions.names import (
    few_data,
    grown_and_returned,
    is_left,
    is_quiet,
    names_of,
)
from capotreno.native.functions.results import joined_result
from capotreno.native.program import (
    Instance,
    Program,
    Result,
    is_sequence,
    leaves,
    parsed,
    rebuilt,
    returned,
)
from capotreno.native.values import (
    HOLE,
    Const,
    CType,
    ListOf,
    NotTranslatable,
    Run,
    Several,
    Slice,
    SpanOf,
    Term,
    widened,
)


class Function(Assignments):
    """The translation of one function for one shape of arguments."""

    in_place = ""

    def __init__(self, program: Program, instance: Instance) -> None:
        super().__init__()
        self.program = program
        self.instance = instance

        self.variables = dict(instance.variables)
        self.closure = _closure(instance)
        self.tree, self.file, self.first_line = parsed(instance.function)
        self.counted, self.changed, self.growing, self.only_added_to = names_of(self.tree)
        self.anchors: dict[str, int | None] = {}
        self.result: Result | None = None
        self.gives_codes = returned(instance.function) == tuple[int, ...]
        self.sequence_hint = is_sequence(returned(instance.function))
        self.loops = 0
        self.in_place = self._built_in_place()
        self.given: list[Term] = []  # lists and tuples that the caller has written out
        self.handed: dict[str, int] = {}  # lists that are parameters, and which of them

    def _built_in_place(self) -> str:
        """The name of a list that grows where the caller wants it: the only one given back."""
        name = grown_and_returned(self.tree) if self.in_list else ""
        if not name or self.counted.get(name, 0) < 2:
            return ""
        kind = self.variables.get("out") or self.variables.get(self.spelled(name))
        return name if kind is not None and kind.c == self.instance.result.types[0].c else ""

    def spelled(self, name: str) -> str:
        return "out" if name == self.in_place else super().spelled(name)

    def translated(self) -> bool:
        """Write the function; whether it has to be written again."""
        try:
            return self._translated()
        except NotTranslatable as refused:
            self._refused_here(refused)
        except (AssertionError, LookupError, AttributeError, TypeError, ValueError) as fault:
            self._refused_here(NotTranslatable(f"this is not in the subset ({fault!r:.80})"))

    def _refused_here(self, refused: NotTranslatable) -> NoReturn:
        if getattr(refused, "located", False):
            raise refused
        line = self.first_line + getattr(self.node, "lineno", 1) - 1
        where = f"{Path(self.file).as_posix()}:{line}"
        error = NotTranslatable(f"{where}: in {self.instance.function.__qualname__}: {refused}")
        error.located = True  # type: ignore[attr-defined]
        raise error from refused

    def _translated(self) -> bool:
        instance = self.instance
        signature = self._parameters()
        ended = self.block_of(self.tree.body)
        if not ended and (self.result is not None or self.sequence_hint):
            self._returned(Const(None))
        inside = {f"{text.split('[', 1)[0]}[" for text in self.changing if "[" in text}
        if self.shared & (self.changing | inside) or self.holding & self.moved:
            self.refuse("a list that has two names is changed")
        lists = self.handed.items()
        fills = {number for own, number in lists if own in self.changing or f"{own}[" in inside}
        result = self.result or Result("none")
        if instance.text:
            result = joined_result(instance.result, result, self.sequence_hint)
        old = (instance.result, instance.variables, instance.writes, instance.fills)
        if instance.text and result != instance.result:
            instance.changes += 1
            if instance.changes > 6:
                result = replace(result, types=tuple(widened(kind) for kind in result.types))
        instance.result, instance.variables = result, self._steady(instance.variables)
        instance.writes = instance.writes or self.writes
        instance.fills = instance.fills | fills
        fresh = not instance.text
        instance.text = self._text(signature)
        changed = (instance.result, instance.variables, instance.writes, instance.fills) != old
        return changed or fresh

    def _steady(self, before: dict[str, CType]) -> dict[str, CType]:
        """What variables hold, roughly where it would grow at every look."""
        self.instance.passes = getattr(self.instance, "passes", 0) + 1  # type: ignore[attr-defined]
        if self.instance.passes < 5:  # type: ignore[attr-defined]
            return dict(self.variables)
        return {
            name: kind if before.get(name) == kind else widened(kind)
            for name, kind in self.variables.items()
        }

    # -- the head -------------------------------------------------------------------------------

    def _parameters(self) -> list[str]:
        instance = self.instance
        code = self.instance.function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        kinds, anchors = list(instance.types), list(instance.anchors)
        signature = ["State &s"]
        for name, shape in zip(names, instance.shapes, strict=True):
            own = []
            for number, _ in enumerate(leaves(shape)):
                kind = kinds.pop(0)
                again = name in self.counted
                spelled = self.spelled(name) + (f"_{number}_given" if number or again else "")
                mark = "&" if isinstance(kind, ListOf) else ""
                const = "" if isinstance(kind, ListOf) else "const "
                signature.append(f"{const}{kind.c} {mark}{spelled}")
                own.append(Run(kind, spelled, True, anchors.pop(0)))
                if isinstance(kind, ListOf):
                    self.aliased.add(spelled)
                    self.handed[spelled] = len(instance.types) - len(kinds) - 1
            value = rebuilt(shape, own)
            if isinstance(value, Several):
                self.given.append(value)
            if name in self.counted:
                if isinstance(value, Run) and isinstance(value.type, ListOf):
                    if name in self.only_added_to:
                        self.names[name] = self._added_to(name, value)
                        continue
                    self.refuse(f"'{name}' is a list that was handed over, and gets another")
                self.bind(name, value)
            else:
                self.names[name] = value
        return signature

    def _added_to(self, name: str, value: Run) -> Run:
        """A parameter that gets more: a list is the caller's, a tuple from then on another."""
        hint = self.instance.function.__annotations__.get(name)
        if getattr(hint, "__origin__", hint) is list:
            return value
        assert isinstance(value.type, ListOf)
        held = self.variable(name, ListOf(value.type.element, self.program.longest))
        self.emit(f"{held.text}.assign({value.text});")
        self.tuples.add(held.text)
        return held

    def _text(self, signature: list[str]) -> str:
        instance = self.instance
        result = instance.result
        kind = "void"
        before = ""
        if result.kind == "value":
            kind = result.types[0].c
        elif result.kind == "row":
            kind = f"{instance.name}_t"
            fields = " ".join(f"{one.c} v{i};" for i, one in enumerate(result.types))
            before = f"struct {kind} {{ {fields} }};\n"
        elif result.kind == "list":
            signature = [*signature, f"{result.types[0].c} &out"]
        declared = [f"    {k.c} {name};" for name, k in self.variables.items() if name != "out"]
        out = result.types[0].c if result.kind == "list" else ""
        declared, lines = without_copies(declared, self.lines, out)
        mark = "CAPO_APART" if _has_lists([*declared, *lines]) else "CAPO_FN"
        instance.head = f"{before}{mark} {kind} {instance.name}({', '.join(signature)})"
        end = ["    CAPO_TRAP();"] if kind != "void" else []
        if kind != "void":
            end.append(f"    return {kind}();" if result.kind == "row" else "    return {};")
        where = (
            f"// {self.instance.function.__qualname__}, {Path(self.file).name}:{self.first_line}"
        )
        head = f"{mark} {kind} {instance.name}({', '.join(signature)}) {{"
        return "\n".join([where, head, *declared, *lines, *end, "}"])

    # -- statements -------------------------------------------------------------------------------

    def block_of(self, nodes: list[ast.stmt]) -> bool:
        """Write some statements; whether nothing after them is ever reached."""
        return any(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> bool:
        self.node = node
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return False
            case ast.Expr():
                self.value(node.value)
            case ast.Return(value=ast.BoolOp(op=ast.Or(), values=[first, second])) if self.in_list:
                self._either_list(first, second)
                return True
            case ast.Return(value=ast.IfExp() as either) if self.sequence_hint:
                return self._if_returned(either)
            case ast.Return():
                self.last = node.value
                self._returned(Const(None) if node.value is None else self.value(node.value))
                return True
            case ast.Assign():
                if self._assign(node):
                    return True
            case ast.AnnAssign():
                if node.value is not None:
                    self.store(node.target, self._assigned(node.target, node.value))
            case ast.AugAssign():
                self._augmented(node)
            case ast.If():
                return self._if(node)
            case ast.For():
                self._for(node)
            case ast.While():
                self._while(node)
            case ast.Raise():
                self.emit("CAPO_TRAP();")
                self.instance.traps = True
                return True
            case ast.Assert():
                return self._assert(node)
            case ast.Break() | ast.Continue():
                if self.loops == 0:
                    self.refuse("a loop that is written out cannot be left")
                self.emit("break;" if isinstance(node, ast.Break) else "continue;")
                return True
            case _:
                self.refuse(f"{type(node).__name__} is not in the subset")
        return False

    def _if_returned(self, node: ast.IfExp) -> bool:
        """`return one if test else other` of lists, as the two returns that it is."""
        one: ast.stmt = ast.copy_location(ast.Return(value=node.body), node)
        two: ast.stmt = ast.copy_location(ast.Return(value=node.orelse), node)
        either = ast.If(test=node.test, body=[one], orelse=[two])
        return self._if(ast.copy_location(either, node))

    def _either_list(self, first: ast.expr, second: ast.expr) -> None:
        """`return one or other` of lists, without a list between."""
        one = self.value(first)
        kind = self.instance.result.types[0]
        assert isinstance(kind, ListOf)
        if not isinstance(one, Run) or not isinstance(one.type, ListOf):
            self.refuse("one list or another")
        self.result = joined_result(
            self.result or self.instance.result, self._form(one), self.sequence_hint
        )
        if one.text != "out":
            self.refill("out", one)
        with self.block("if (out.n == 0)"):
            other = self.sequence(self.value(second))
            assert isinstance(other, Run)
            self.refill("out", other)
        self.emit("return;")

    def _assert(self, node: ast.Assert) -> bool:
        truth = self.condition(node.test)
        if not isinstance(truth, Const):
            self.emit(f"CAPO_CLAIM({self.run(truth).text});")
        elif not truth.obj:
            self.emit("CAPO_TRAP();")
            self.instance.traps = True
            return True
        return False

    def _if(self, node: ast.If) -> bool:
        test = self.condition(node.test)
        if isinstance(test, Const):
            return self.block_of(node.body if test.obj else node.orelse)
        names = dict(self.names)
        with self.block(f"if ({self.run(test).text})"):
            one = self.block_of(node.body)
        two = False
        if one:  # what the branch found out is not known after it
            self.names = names
        if node.orelse:
            with self.block("else"):
                two = self.block_of(node.orelse)
        return one and two

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            self.refuse("a loop with an else")
        over = self.value(node.iter)
        if over == Const(HOLE):  # nothing is there: this is never reached
            self.emit("CAPO_TRAP();")
            return
        leaves_it = is_left(node.body)
        if self.is_unrolled(over) and not (leaves_it and few_data(over)):
            saved, self.loops = self.loops, 0
            if not is_quiet(node.body):
                over = self.still(over)
            for item in self.unrolled(over):
                self.bind_loop(node.target, item)
                if self.block_of(node.body):
                    break
            self.loops = saved
            return

        def body(item: Term) -> None:
            self.loops += 1
            self.bind_loop(node.target, item)
            self.block_of(node.body)
            self.loops -= 1

        self.loop(over, body, changing=not is_quiet(node.body))
        for part in ast.walk(node.target):  # what the last turn had is not known after it
            if isinstance(part, ast.Name) and self.counted.get(part.id, 0) <= 1:
                self.names.pop(part.id, None)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse("a loop with an else")
        with self.block("while (true)"):
            test = self.condition(node.test)
            if isinstance(test, Const):
                if not test.obj:
                    self.emit("break;")
            else:
                self.emit(f"if (!({self.run(test).text})) break;")
            self.loops += 1
            self.block_of(node.body)
            self.loops -= 1

    # -- results ----------------------------------------------------------------------------------

    def _returned(self, value: Term) -> None:
        """A return: what is given in the form that all returns have."""
        if value == Const(HOLE):
            self.emit("CAPO_TRAP();")
            self.instance.traps = True
            self.result = self.result or Result("none")
            return
        mine = self._form(value)
        self.result = (
            mine if self.result is None else joined_result(self.result, mine, self.sequence_hint)
        )
        wanted = self.instance.result if self.instance.text else self.result
        wanted = joined_result(wanted, self.result, self.sequence_hint)
        match wanted.kind:
            case "none" | "known":
                self.emit("return;")
            case "value":
                self.emit(f"return {self._given_back(value, wanted.types[0])};")
            case "list":
                some = self.sequence(value) if value != Const(None) else None
                if isinstance(some, Run) and some.text == "out":
                    self.emit("return;")
                    return
                if value in self.given or (isinstance(some, Run) and some.text in self.handed):
                    self.instance.shares = True
                if isinstance(some, Run) and self._handed_on(some, wanted.types[0]):
                    return
                if some is not None:
                    text = self.copied(some).text if isinstance(some, Slice) else some.text
                    kind = ListOf(None, 0) if isinstance(some, Slice) else some.type
                    self.refill(
                        "out",
                        Run(kind, text) if isinstance(some, Run) else Run(wanted.types[0], text),
                    )
                self.emit("return;")
            case "row":
                items = self.items_of(value)
                assert items is not None
                texts = [self.fit(i, k) for i, k in zip(items, wanted.types, strict=True)]
                self.emit(f"return {{{', '.join(texts)}}};")

    def _handed_on(self, some: Run, kind: CType) -> bool:
        """A list that a call has just made is made where this function's own is wanted."""
        made = [f"{kind.c} {some.text};", f", {some.text});"]
        if len(self.lines) < 2 or self.lines[-2].strip() != made[0]:
            return False
        if not self.lines[-1].endswith(made[1]):
            return False
        call = self.lines.pop().removesuffix(made[1])
        self.lines[-1] = f"{call}, out);"
        self.emit("return;")
        return True

    def _given_back(self, value: Term, kind: CType) -> str:
        if isinstance(kind, SpanOf) and isinstance(value, Const) and not value.obj:
            return f"{kind.c}{{nullptr, 0}}"
        return self.fit(self.sequence(value) if isinstance(kind, SpanOf) else value, kind)

    def _form(self, value: Term) -> Result:
        if isinstance(value, Const):
            return Result("none") if value.obj is None else Result("known", (), value.obj)
        if self.sequence_hint:
            some = self.sequence(value)
            kind: CType = ListOf(self.element_of(some), self.most_of(some))
            if isinstance(some, Run) and isinstance(some.type, SpanOf):
                kind = some.type
            elif self.gives_codes:  # one room for all menus: there are no more codes
                kind = ListOf(self.element_of(some), self.program.menu)
            return Result("value" if isinstance(kind, SpanOf) else "list", (kind,))
        items = self.items_of(value)
        if items is not None:
            return Result("row", tuple(self.run(item).type for item in items))
        return Result("value", (self.run(value).type,))


def _has_lists(lines: list[str]) -> bool:
    """Whether a function has lists of its own."""
    return any(line.lstrip().startswith("List<") for line in lines)


def _closure(instance: Instance) -> dict[str, object]:
    function = instance.function
    cells = function.__closure__ or ()
    return dict(zip(function.__code__.co_freevars, [c.cell_contents for c in cells], strict=True))

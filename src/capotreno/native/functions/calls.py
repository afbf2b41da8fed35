"""Calls: of the rules' own functions, of builtins, and of methods of lists, sets and the state."""

import ast
import types

from capotreno.board.memory import Memory
from capotreno.engine.menu import Menu, bits
from capotreno.engine.part import Item, ScoreLine
from capotreno.native.functions.methods import Methods
from capotreno.native.program import Instance, Result, returned
from capotreno.native.values import (
    HOLE,
    SMALL,
    TRUTH,
    Bits,
    Const,
    Int,
    ListOf,
    Method,
    Pick,
    Run,
    Several,
    Stack,
    StateTerm,
    Term,
)


class Calls(Methods):
    """What a call gives."""

    instance: Instance
    last: ast.expr | None = None  # what is given back

    @property
    def in_list(self) -> bool:
        """Whether what is given back is known to be a list, in room of the caller's."""
        return bool(self.instance.text) and self.instance.result.kind == "list"

    def call(self, node: ast.Call) -> Term:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "super":
            return Method(Const(None), "super")
        if name in self.FUSED and name not in self.names and node.args:
            return self.fused(name, node)
        callee = self.value(node.func)
        if isinstance(callee, Const) and isinstance(getattr(callee.obj, "__self__", None), Memory):
            return Const(None)  # it remembers nothing, and is never filled
        if isinstance(callee, Method) and isinstance(callee.owner, Method):
            return self._super(callee.name, node)
        starred = [arg for arg in node.args if isinstance(arg, ast.Starred)]
        nodes = [arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args]
        keys = [word.arg for word in node.keywords]
        if isinstance(callee, Method) and not _is_steady(callee.owner) and nodes:
            callee = Method(self.still(callee.owner), callee.name)
        values = self.operands([*nodes, *[word.value for word in node.keywords]])
        self.node = node
        arguments, words = values[: len(nodes)], dict(zip(keys, values[len(nodes) :], strict=True))
        if starred:
            spread: list[Term] = []
            for arg, value in zip(node.args, arguments, strict=True):
                items = self.items_of(value) if isinstance(arg, ast.Starred) else [value]
                if items is None:
                    self.refuse("* of something of unknown length")
                spread += items
            arguments = spread
        return self.called(callee, arguments, {str(k): v for k, v in words.items()})

    def called(self, callee: Term, arguments: list[Term], words: dict[str, Term]) -> Term:
        match callee:
            case Const(obj) if obj is ScoreLine:
                number = self.number(arguments[1])
                return Run(number.type, number.text, number.pure, line=True)
            case Const(obj) if obj is Item:
                return self.number(arguments[1])
            case Const(obj) if obj is bits:
                return self.bits_of(arguments[0])
            case Const(types.MethodType() as method):
                if method.__func__ is Menu.of:
                    return self._menu(method.__self__, arguments[0])
                owner = _home(type(method.__self__), method.__name__)
                function = vars(owner)[method.__name__]
                return self.rule(function, owner, [Const(method.__self__), *arguments], words)
            case Const(types.FunctionType() as function):
                return self.rule(function, None, arguments, words)
            case Const(obj):
                return self.builtin(obj, arguments, words)
            case Method(owner, name):
                return self._method(owner, name, arguments, words)
            case Pick():
                return self._dispatch(callee, arguments, words)
        self.refuse(f"a call of {callee!r:.60}")

    def _super(self, name: str, node: ast.Call) -> Term:
        """The same method of the class above the one this is written in."""
        itself = self.names["self"]
        assert isinstance(itself, Const)
        above = type(itself.obj).__mro__
        home = self.instance.home
        assert home is not None
        for kind in above[above.index(home) + 1 :]:
            if name in vars(kind):
                values = self.operands(node.args)
                return self.rule(vars(kind)[name], kind, [itself, *values], {})
        self.refuse(f"no class above has '{name}'")

    # -- the rules' own functions ---------------------------------------------------------------

    def rule(
        self,
        function: types.FunctionType,
        home: type | None,
        arguments: list[Term],
        words: dict[str, Term],
    ) -> Term:
        """A call of a function of the rules, which is translated for just such arguments."""
        bound = self.program.bound(function, arguments, words)
        if self.program.is_busy(function):  # or it would be written for 0, 1, 2 ... for ever
            bound = [self.run(v) if _is_number(v) else v for v in bound]
        given = [self._given(value) for value in bound]
        instance = self.program.instance(function, home, given, self.instance)
        texts = ["s"]
        for leaf, kind in zip(_leaves(given), instance.types, strict=True):
            texts.append(leaf.text if isinstance(kind, ListOf) else self.fit(leaf, kind))
        self.writes = self.writes or instance.writes
        self.effects += instance.writes
        for number, leaf in enumerate(_leaves(given)):
            if number in instance.fills:
                self.changes(leaf.text)
                self.moved.add(leaf.text)
        result = self._result(instance, texts)
        if instance.shares and isinstance(result, Run):
            lists = [leaf.text for leaf in _leaves(given) if isinstance(leaf.type, ListOf)]
            self.shared |= {result.text, *lists}
        return result

    def _given(self, value: Term) -> Term:
        """An argument as it is handed over."""
        value = self.still(value) if not isinstance(value, (Const, Run)) else value
        if isinstance(value, Run) and value.bits:
            self.refuse("the complement of a set as an argument")
        return value

    def _result(self, instance: Instance, texts: list[str]) -> Term:
        result: Result = instance.result
        if result.kind == "list":
            (kind,) = result.types
            made = self.fresh(kind)
            self.emit(f"{instance.name}({', '.join([*texts, made.text])});")
            return made
        text = f"{instance.name}({', '.join(texts)})"
        if result.kind == "value":
            return self.temp(result.types[0], text)
        if result.kind == "row":
            self.temps += 1
            name = f"t{self.temps}"
            self.emit(f"const {instance.name}_t {name} = {text};")
            return Several(tuple(Run(k, f"{name}.v{i}", True) for i, k in enumerate(result.types)))
        if instance.writes or instance.traps or instance.fills:
            self.emit(f"{text};")
        if result.kind == "none" and returned(instance.function) not in (None, type(None)):
            return Const(HOLE)
        return Const(result.known if result.kind == "known" else None)

    def _dispatch(self, callee: Pick, arguments: list[Term], words: dict[str, Term]) -> Term:
        """One of several functions: each is called for its own numbers."""
        there = [o for o in callee.objs if o is not HOLE]
        return self._switch(
            callee.index,
            callee.objs,
            there,
            lambda obj: self.called(Const(obj), arguments, words),
        )

    def _method(
        self, owner: Term, name: str, arguments: list[Term], words: dict[str, Term]
    ) -> Term:
        match owner:
            case Pick(objs):
                there = [o for o in objs if o is not HOLE and o is not None]
                return self._switch(
                    owner.index,
                    objs,
                    there,
                    lambda obj: self.called(Const(getattr(obj, name)), arguments, words),
                )
            case StateTerm():
                return self._of_state(name, arguments)
            case Stack():
                return self.of_stack(name, arguments)
            case Const(ast.Lambda() as node):
                return self._lambda(node, arguments)
        return self.of_list(owner, name, arguments, words)

    def _lambda(self, node: ast.Lambda, arguments: list[Term]) -> Term:
        saved = dict(self.names)
        for arg, value in zip(node.args.args, arguments, strict=True):
            self.names[arg.arg] = value
        value = self.value(node.body)
        self.names = saved
        return value

    def _of_state(self, name: str, arguments: list[Term]) -> Term:
        if name == "below":
            most = self.number(arguments[0])
            assert isinstance(most.type, Int)
            self.writes = True
            self.effects += 1
            far = self.within(most, Int(min(0, most.type.low), min(most.type.high, SMALL - 1)))
            kind = Int(0, max(0, min(most.type.high, SMALL) - 1))
            return self.temp(kind, f"below(s.seed, {far})")
        if name == "pick":
            drawn = self._drawn(arguments)
            if drawn is not None:
                return drawn
        from capotreno.engine.state import State  # noqa: PLC0415

        return self.rule(vars(State)[name], State, [StateTerm(), *arguments], {})

    def _drawn(self, arguments: list[Term]) -> Run | None:
        """A draw from a span of cells that count, all of which are looked at."""
        first, most = self.number(arguments[0]), self.number(arguments[1])
        assert isinstance(most.type, Int)
        span = self.program.span_of(first)
        assert isinstance(first.type, Int)
        if span.wide or span.kind.low < 0 or first.type.low < span.first:
            return None
        self.writes = True
        self.effects += 1
        far = self.within(most, Int(0, SMALL - 1))
        size = span.end - first.type.low
        if first.type.low == first.type.high:
            text = f"pick<{size}>(s.seed, s.cells + {first.text}, {far})"
        else:
            text = f"pick(s.seed, s.cells + {first.text}, {span.end} - {first.text}, {far})"
        return self.temp(Int(0, size - 1), text)

    def _switch(
        self, index: Run, objs: tuple[object, ...], there: list[object], body: object
    ) -> Term:
        """Call what belongs to an index; the results are brought into one form."""
        assert callable(body)
        distinct = list({id(obj): obj for obj in there}.values())
        if len(distinct) == 1:
            return body(distinct[0])  # type: ignore[no-any-return]
        numbers = {id(obj): i for i, obj in enumerate(distinct)}
        table = tuple(numbers.get(id(obj), -1) for obj in objs)
        which = self.temp(Int(-1, len(distinct)), self.number(Pick(table, index)).text)
        results: list[tuple[Term, list[str]]] = []
        for obj in distinct:
            mark = len(self.lines)
            self.depth += 2
            value = body(obj)
            if value == Const(HOLE):
                self.emit("CAPO_TRAP();")
                value = Const(None)
            if not isinstance(value, Const) or value.obj is not None:
                value = self.run(value) if not isinstance(value, Several) else value
            self.depth -= 2
            results.append((value, self.lines[mark:]))
            del self.lines[mark:]
        forms = [value for value, _ in results if value != Const(None)]
        rows = [value.items for value in forms if isinstance(value, Several)]
        if rows and len(rows) == len(forms):
            kinds = [self.joint([row[i] for row in rows]) for i in range(len(rows[0]))]
        else:
            kinds = [self.joint(forms)] if forms else []
        made = [self.fresh(kind) for kind in kinds]
        self.emit(f"switch ({which.text}) {{")
        for number, (value, lines) in enumerate(results):
            with self.block(f"case {number}:"):
                self.lines += lines
                if value != Const(None):
                    items = value.items if rows and isinstance(value, Several) else (value,)
                    for target, item in zip(made, items, strict=True):
                        self.assign(target, item)
                self.emit("break;")
        self.emit("default: CAPO_TRAP();")
        self.emit("}")
        if not made:
            return Const(None)
        return Several(tuple(made)) if rows else made[0]

    # -- sets and menus -------------------------------------------------------------------------

    def bits_of(self, value: Term) -> Run:
        """The positions of the ones of a set, as a list."""
        some = self.run(value)
        kind = some.type if isinstance(some.type, Bits) else Bits(self._bits(some))
        fresh = self.fresh(ListOf(Int(0, kind.n - 1), kind.n))
        self.emit(f"{fresh.text}.begin(0);")
        self.emit(f"{fresh.text}.ones({self.set_of(some, kind)}, 0);")
        return fresh

    def _bits(self, some: Run) -> int:
        assert isinstance(some.type, Int)
        if some.type.low < 0:
            self.refuse("the bits of a number that may be below zero")
        return some.type.high.bit_length()

    def _menu(self, menu: object, value: Term) -> Term:
        """The codes that a set stands for (engine/menu.py), bit by bit instead of by table."""
        assert isinstance(menu, Menu)
        codes = [-1] * (8 * menu.size)
        for at, table in enumerate(menu.tables):
            for bit in range(8):
                if 1 << bit < len(table):
                    codes[8 * at + bit] = table[1 << bit][0]
        some = self.run(value)
        kind = some.type if isinstance(some.type, Bits) else Bits(max(1, self._bits(some)))
        room = ListOf(Int(min(codes), max(codes)), max(len(codes), kind.n))
        wanted = self.instance.result.types[0] if self.in_list else None
        if self.node is self.last and isinstance(wanted, ListOf) and wanted.most >= room.most:
            fresh = Run(wanted, "out", True)
        else:
            fresh = self.fresh(room)
        used = [c for c in codes if c >= 0]
        straight = used == list(range(used[0], used[0] + len(used))) and codes[: len(used)] == used
        if straight:
            codes_text = str(used[0])
        else:
            codes_text, _ = self.program.tables.numbers(tuple(codes), "codes")
        self.emit(f"{fresh.text}.begin(0);")
        self.emit(f"{fresh.text}.ones({self.set_of(some, kind)}, {codes_text});")
        return fresh


def _leaves(values: list[Term]) -> list[Run]:
    """What is handed over while the game runs."""
    from capotreno.native.program import leaves  # noqa: PLC0415

    return [leaf for value in values for leaf in leaves(value)]


def _is_number(value: Term) -> bool:
    return isinstance(value, Const) and type(value.obj) is int


def _home(kind: type, name: str) -> type:
    """The class a method is written in."""
    return next(base for base in kind.__mro__ if name in vars(base))


def _is_steady(value: Term) -> bool:
    """Whether a method's owner is the same after its arguments were found."""
    return not isinstance(value, (Run, Pick)) or TRUTH is None or _list_or_pure(value)


def _list_or_pure(value: Run | Pick) -> bool:
    if isinstance(value, Pick):
        return value.index.pure
    return value.pure or isinstance(value.type, ListOf)

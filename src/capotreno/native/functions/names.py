"""What the names of a function are used for: found once, before it is translated."""

import ast
from functools import cache

from capotreno.native.values import Const, Term

CHANGING = frozenset({"append", "extend", "pop", "remove", "sort", "insert", "clear", "reverse"})


@cache
def names_of(tree: ast.FunctionDef) -> tuple[dict[str, int], set[str], set[str], set[str]]:
    """How often names get a value; which lists change, which grow, which only by `+=`."""
    growing = _changed(tree, frozenset({"append", "extend", "insert"}))
    return _assigned(tree), _changed(tree), growing, _only_added_to(tree)


def _assigned(tree: ast.FunctionDef) -> dict[str, int]:
    """How often each name gets a value; parameters count if they get another."""
    counts: dict[str, int] = {}
    parameters = {arg.arg for arg in (*tree.args.args, *tree.args.kwonlyargs)}
    inner = {
        id(name)
        for node in ast.walk(tree)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner:
            counts[node.id] = counts.get(node.id, 0) + 1
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            counts[node.target.id] = counts.get(node.target.id, 0) + 1
    for name in parameters & set(counts):
        counts[name] += 1
    return counts


def _changed(tree: ast.FunctionDef, by: frozenset[str] = CHANGING) -> set[str]:
    """The names of lists that are changed in place."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if by is CHANGING and isinstance(owner, ast.Subscript):  # what is in it grows, not it
                owner = owner.value
            if node.func.attr in by and isinstance(owner, ast.Name):
                found.add(owner.id)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and by is CHANGING:
            if isinstance(node.value, ast.Name):
                found.add(node.value.id)
    return found


def _only_added_to(tree: ast.FunctionDef) -> set[str]:
    """The names that get nothing but more: `name += ...`."""
    added = [n.target for n in ast.walk(tree) if isinstance(n, ast.AugAssign)]
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    others = {name.id for name in names if not any(name is one for one in added)}
    return {one.id for one in added if isinstance(one, ast.Name)} - others


@cache
def grown_and_returned(tree: ast.FunctionDef) -> str:
    """The name that the only return gives back, alone or before `or`; nothing if there is none."""
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    value = returns[0].value if len(returns) == 1 else None
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2:
        value = value.values[0]
    return value.id if isinstance(value, ast.Name) else ""


def is_made(node: ast.expr) -> bool:
    """Whether an expression makes something new: nobody else knows the list that it gives."""
    match node:
        case ast.IfExp():
            return is_made(node.body) and is_made(node.orelse)
        case ast.BoolOp():
            return all(is_made(value) for value in node.values)
        case ast.Subscript():
            return isinstance(node.slice, ast.Slice)
        case ast.Call():
            return isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted", "tuple")
    return isinstance(node, (ast.List, ast.Tuple, ast.ListComp, ast.BinOp, ast.Constant))


def is_left(body: list[ast.stmt]) -> bool:
    """Whether a loop's body leaves it, or a turn of it, before its end."""
    return any(isinstance(n, (ast.Break, ast.Continue)) for s in body for n in ast.walk(s))


def few_data(value: Term) -> bool:
    """Whether a loop is over known numbers."""
    return isinstance(value, Const) and all(isinstance(o, int) for o in value.obj)  # type: ignore[attr-defined]


def is_quiet(body: list[ast.stmt]) -> bool:
    """Whether a loop's body surely changes no cell: it calls nothing and stores into no item."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                return False
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                return False
    return True

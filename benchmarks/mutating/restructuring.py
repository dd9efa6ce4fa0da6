"""Changes of the order and the places of statements that keep what a program computes.

As in `rewording.py`, each changes a tree in place, says whether it did, and is safe only where results are compared.
"""

from __future__ import annotations

import ast
import itertools
import random

from benchmarks.mutating.syntax import (
    COMPREHENSIONS,
    SCOPES,
    blocks,
    defined,
    fresh,
    imported,
    last_import,
    names,
    standing_for,
)

_SIMPLE = (ast.Assign, ast.Expr, ast.AugAssign, ast.For, ast.If, ast.While, ast.With)


def wrap_in_main(tree: ast.Module, choose: random.Random) -> bool:
    """Put all below the imports into a function that is called at the end."""
    start = last_import(tree)
    body = tree.body[start:]
    if not body or any(isinstance(one, ast.ClassDef) for one in body):
        return False
    if any(isinstance(one, ast.Global) for one in ast.walk(tree)):
        return False
    name = fresh(tree, choose.choice(["main", "run", "analyse"]))
    tree.body[start:] = [_function(name, [], body), *_guarded(name, choose)]
    return True


def _guarded(name: str, choose: random.Random) -> list[ast.stmt]:
    call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], []))
    if choose.random() < 0.5:
        return [call]
    test = ast.parse('__name__ == "__main__"', mode="eval").body
    return [ast.If(test, [call], [])]


def take_out_function(tree: ast.Module, choose: random.Random) -> bool:
    """Put some statements of the module's body into a function, which returns what is read later."""
    start = last_import(tree)
    places = [place for place in range(start, len(tree.body)) if isinstance(tree.body[place], _SIMPLE)]
    if len(places) < 4:
        return False
    first = choose.choice(places[:-1])
    last = first
    while last - first < 7 and last + 1 in places and (last - first < 2 or choose.random() < 0.7):
        last += 1
    part = ast.Module(tree.body[first : last + 1], [])
    before, after = ast.Module(tree.body[:first], []), ast.Module(tree.body[last + 1 :], [])
    bound = names(part, ast.Store)
    given = sorted(names(part, ast.Load) & (names(before, ast.Store) - imported(tree) - defined(tree)))
    returned = sorted(bound & (names(after, ast.Load) | names(_definitions(tree), ast.Load)))
    if any(isinstance(one, ast.Delete) for one in ast.walk(part)):
        return False
    name = fresh(tree, choose.choice(["prepare", "step", "examine"]))
    body = list(part.body)
    call: ast.expr = ast.Call(ast.Name(name, ast.Load()), [ast.Name(one, ast.Load()) for one in given], [])
    if returned:
        body.append(ast.Return(_several(returned, ast.Load())))
        tree.body[first : last + 1] = [ast.Assign([_several(returned, ast.Store())], call)]
    else:
        tree.body[first : last + 1] = [ast.Expr(call)]
    tree.body.insert(start, _function(name, given, body))
    return True


def _definitions(tree: ast.Module) -> ast.Module:
    return ast.Module([one for one in tree.body if isinstance(one, (ast.FunctionDef, ast.ClassDef))], [])


def _several(given: list[str], context: ast.expr_context) -> ast.expr:
    found: list[ast.expr] = [ast.Name(one, context) for one in given]
    return found[0] if len(found) == 1 else ast.Tuple(found, context)


def _function(name: str, given: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(one) for one in given], None, [], [], None, [])
    return ast.FunctionDef(name, arguments, body, [], None)


def wrap_in_class(tree: ast.Module, choose: random.Random) -> bool:
    """Put the module's body into two methods of a class; what the second reads of the first is an attribute."""
    start = last_import(tree)
    body = tree.body[start:]
    definitions = [one for one in body if isinstance(one, (ast.FunctionDef, ast.ClassDef))]
    steps = [one for one in body if one not in definitions]
    own = set().union(*(names(one, ast.Store) for one in steps)) if steps else set()
    inside = set().union(*(names(one, ast.Load) for one in definitions)) if definitions else set()
    if len(steps) < 4 or own & inside or any(isinstance(one, ast.Global) for one in ast.walk(tree)):
        return False
    half = choose.randrange(1, len(steps) - 1)
    first, second = steps[:half], steps[half:]
    attributes = _Attributes(names(ast.Module(first, []), ast.Store) - imported(tree))
    for one in steps:
        attributes.visit(one)
    methods = [_function("prepare", ["self"], first), _function("finish", ["self"], second)]
    name = fresh(tree, choose.choice(["Study", "Analysis", "Experiment"]))
    use = ast.parse(
        f"study_{name.lower()} = {name}()\nstudy_{name.lower()}.prepare()\nstudy_{name.lower()}.finish()"
    ).body
    tree.body[start:] = [*definitions, ast.ClassDef(name, [], [], methods, []), *use]
    return True


class _Attributes(ast.NodeTransformer):
    """Variables become attributes of `self`, but those of a function or a comprehension of their own."""

    def __init__(self, variables: set[str]) -> None:
        self._variables = variables

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            hidden = names(node, ast.Store) | {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
            inner = _Attributes(self._variables - hidden)
            return inner.generic_visit(node)
        if isinstance(node, ast.Name) and node.id in self._variables:
            return ast.Attribute(ast.Name("self", ast.Load()), node.id, node.ctx)
        return self.generic_visit(node)


def reorder(tree: ast.Module, choose: random.Random) -> bool:
    """Exchange neighbouring statements of which none reads or changes what the other binds."""
    found = []
    for block in blocks(tree):
        for one, other in itertools.pairwise(block):
            simple = isinstance(one, ast.Assign) and isinstance(other, ast.Assign)
            plain = simple and all(
                isinstance(part, ast.Name) for both in (one, other) for part in both.targets
            )
            if plain and not _touch(one, other):
                found.append((block, one, other))
    changed = False
    for block, one, other in choose.sample(found, k=min(len(found), 3)):
        place = block.index(one)
        if place + 1 < len(block) and block[place + 1] is other:
            block[place : place + 2] = [other, one]
            changed = True
    return changed


def _touch(one: ast.stmt, other: ast.stmt) -> bool:
    bound = [names(both, ast.Store) for both in (one, other)]
    read = [names(both, ast.Load) for both in (one, other)]
    return bool(bound[0] & (bound[1] | read[1]) or bound[1] & read[0])


def comprehension_as_loop(tree: ast.Module, _: random.Random) -> bool:
    """Write a loop that appends for a list that is made of another."""
    found = [
        (block, one)
        for block in blocks(tree)
        for one in block
        if isinstance(one, ast.Assign)
        and isinstance(one.value, ast.ListComp)
        and len(one.value.generators) == 1
        and isinstance(one.targets[0], ast.Name)
        and not names(one.value, ast.Store) & (names(tree, ast.Load) - names(one.value, ast.Load))
    ]
    for block, one in found:
        assert isinstance(one.value, ast.ListComp)
        name, made = one.targets[0].id, one.value.generators[0]
        append = ast.Call(
            ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [one.value.elt], []
        )
        body: list[ast.stmt] = [standing_for(one, ast.Expr(append))]
        for test in reversed(made.ifs):
            body = [standing_for(one, ast.If(test, body, []))]
        place = block.index(one)
        start = standing_for(one, ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())))
        block[place : place + 1] = [start, standing_for(one, ast.For(made.target, made.iter, body, []))]
    return bool(found)


def loop_as_comprehension(tree: ast.Module, _: random.Random) -> bool:
    """Write a list that is made of another for a loop that only appends to an empty one."""
    changed = False
    for block in blocks(tree):
        for start, loop in list(itertools.pairwise(block)):
            made = _appended(start, loop)
            if made is not None:
                comprehension = ast.ListComp(made, [ast.comprehension(loop.target, loop.iter, [], 0)])
                block.remove(loop)
                block[block.index(start)] = standing_for(loop, ast.Assign(start.targets, comprehension))
                changed = True
    return changed


def _appended(start: ast.stmt, loop: ast.stmt) -> ast.expr | None:
    """Return what a loop appends to the list that the statement before it begins."""
    if not (isinstance(start, ast.Assign) and isinstance(start.value, ast.List) and not start.value.elts):
        return None
    if not (
        isinstance(loop, ast.For)
        and len(loop.body) == 1
        and not loop.orelse
        and isinstance(loop.body[0], ast.Expr)
    ):
        return None
    call = loop.body[0].value
    named = f"{ast.unparse(start.targets[0])}.append"
    if isinstance(call, ast.Call) and ast.unparse(call.func) == named and len(call.args) == 1:
        return call.args[0]
    return None


def add_in_place(tree: ast.Module, _: random.Random) -> bool:
    """Write `x = x + y` for `x += y`."""
    changed = False
    for block in blocks(tree):
        for place, one in enumerate(block):
            if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
                read = ast.BinOp(ast.Name(one.target.id, ast.Load()), one.op, one.value)
                block[place] = standing_for(one, ast.Assign([one.target], read))
                changed = True
    return changed

"""Says whether statements written for one code object do what it does, by compiling them and comparing.

Code objects inside it are left out but for their headers: each is judged where it is written.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Generic, TypeVar

from numscope.compiled.decompile.alike import do_the_same
from numscope.compiled.decompile.compare import difference, headers_differ
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.recompile import compile_tree
from numscope.compiled.decompile.unparse import settle

# The name of the definition to be judged: its own might be that of a global it uses.
JUDGED = "judged__"
Text = TypeVar("Text")


class Judge(Generic[Text]):
    """Chooses among the texts for one code object; `shown` is the first that is shown to do the same."""

    def __init__(self, code: CodeType, prefix: str) -> None:
        """Judge texts for `code` with variables of ours whose names start with `prefix`."""
        self.code, self.prefix = code, prefix
        self.shown: Text | None = None

    def equal(self, text: Text, written: ast.stmt) -> bool:
        """Compile the statement that holds the text; say whether it gives the same instructions.

        Most texts that only do the same have a later form which does: ways that the compiler copied are joined there.
        """
        again = _again(self.code, written)
        if again is None:
            return False
        if not difference(self.code, again, whole=False):
            return True
        if self.shown is None and do_the_same(self.code, again, self.prefix):
            self.shown = text
        return False


def looks_up_alike(code: CodeType, written: ast.stmt) -> bool:
    """Compile a statement as `agrees` does, and compare only where each name is looked up, also by what is inside.

    For what can't be compared otherwise: a loop over states, which has another shape.
    """
    again = _again(code, written)
    if again is None or headers_differ(code, again):
        return False
    first, second, inner = _scopes(code), _scopes(again), _inner(code)
    ours = ("<genexpr>", frozenset[str]())  # it stands for a loop
    return _inner(again) - {ours} <= inner and all(
        first[name] == second[name] for name in first.keys() & second.keys()
    )


def _scopes(code: CodeType) -> dict[str, set[str]]:
    """Give the scopes in which a code object itself looks up each name.

    A variable of its own is one whether or not what is inside closes over it: that is compared apart.
    """
    found: dict[str, set[str]] = {}
    for one in normalise(code):
        if one.op in ("LOAD", "STORE", "DELETE"):
            scope, name = one.arg
            own = scope == "deref" and name in code.co_cellvars
            found.setdefault(name, set()).add("fast" if own else scope)
    return found


def _inner(code: CodeType) -> set[tuple[str, frozenset[str]]]:
    """Give the names of the code objects right inside, each with the variables that it closes over."""
    inside = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {(one.co_name, frozenset(one.co_freevars)) for one in inside}


def _again(code: CodeType, written: ast.stmt) -> CodeType | None:
    """Compile what was written for `code` where its variables are; None if it does not compile."""
    try:
        settle(written)
        module = compile_tree(_surrounded(code, written), code)
        return _inside(module, code.co_name if isinstance(written, ast.Expr) else JUDGED)
    except (DecompilationError, RecursionError):
        return None


def _surrounded(code: CodeType, written: ast.stmt) -> ast.Module:
    """Put a statement into a function that has the variables `code` closes over."""
    before: list[ast.stmt] = []
    for name in code.co_freevars:
        if name.isidentifier():
            before.append(ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None), lineno=0))
    outer = ast.parse("async def surroundings(): pass").body[0]
    assert isinstance(outer, ast.AsyncFunctionDef)
    outer.body = [*before, written]
    return ast.fix_missing_locations(ast.Module([outer], []))


def _inside(module: CodeType, name: str) -> CodeType | None:
    """Find the code object of that name in the one function of a module."""
    (surroundings,) = (one for one in module.co_consts if isinstance(one, CodeType))
    # From 3.12 on, what has type parameters stands in a function that makes them.
    within = [one for one in surroundings.co_consts if isinstance(one, CodeType)]
    for outer in within:
        if outer.co_name == name:
            return outer
        if outer.co_name.startswith("<generic parameters of"):
            within += [one for one in outer.co_consts if isinstance(one, CodeType)]
    return None

"""Blocks that run as Python inside of compiled functions: what may leave them, and how."""

from __future__ import annotations

import ast
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis

_PAGE = "user/withobjmode.html"
_KIND = "objmode-block"


def _block(case: Case) -> int | None:
    """Return the line of the block, if the function has just one."""
    function = case.source.function(case.failure.name, case.function_line())
    blocks = [
        node.lineno
        for node in ast.walk(function or ast.Module([], []))
        if isinstance(node, ast.With) and "objmode" in ast.unparse(node.items[0])
    ]
    return case.line or (blocks[0] if len(blocks) == 1 else None)


def undeclared(case: Case) -> Diagnosis | None:
    """Variables that leave a block without a type."""
    found = case.search(r"Missing type annotation on outgoing variable\(s\): \[(.*?)\]")
    if not found:
        return None
    names = re.findall(r"\w+", found[1])
    return Diagnosis(
        _KIND,
        f"{' and '.join(f'`{name}`' for name in names)} {'is' if len(names) == 1 else 'are'} assigned in the `objmode` "
        "block and used behind it: compiled code has to be given the type.",
        f'Write the types in its parentheses: `objmode({names[0]}="float64")`.',
        _PAGE,
        line=_block(case),
    )


def declared_type(case: Case) -> Diagnosis | None:
    """A type of a variable that is declared by something that can't be read while compiling."""
    found = case.search(r"Error handling objmode argument '(\w+)'")
    if not found:
        return None
    return Diagnosis(
        _KIND,
        f"The type that `objmode(...)` declares for `{found[1]}` can't be read while the function compiles.",
        'Write it as text (`"float64[:]"`), or as a type of Numba that is a variable outside of the function.',
        _PAGE,
        line=_block(case),
    )


def reflected(case: Case) -> Diagnosis | None:
    """A list or set of Python's, which stays connected with the original."""
    found = case.search(r"Argument '(\w+)' is declared as an unsupported type: reflected (\w+)\((\w+)\)")
    if not found:
        return None
    name = found[2].capitalize()
    return Diagnosis(
        _KIND,
        f"`{found[1]}` leaves the `objmode` block as a {found[2]} that stays connected with Python's, which it can't.",
        f'Declare it as `{found[1]}="{name}({found[3]})"`, or make an array of it in the block.',
        _PAGE,
        line=_block(case),
    )


def leaving(case: Case) -> Diagnosis | None:
    """A block that is left by something else than its end, or that holds another."""
    found = case.search(r"unsupported control flow due to (\w+)(?: statements?)? inside with block")
    nested = case.search(r"with's head-block must have exactly 1 JUMP|enter_with")
    if not found and not nested:
        return None
    what = f"`{found[1]}`" if found else "another block, or an end in the middle of other control flow,"
    return Diagnosis(
        _KIND,
        f"The `objmode` block has {what} in it; it can only be left at its end.",
        "Put what it does into a plain function, and call that in the block: the function may do all that Python can.",
        _PAGE,
        line=_block(case),
    )


RULES = (undeclared, declared_type, reflected, leaving)

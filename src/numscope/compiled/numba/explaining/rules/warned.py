"""What Numba only warns about: nothing parallelised, object mode, variables that may have no value."""

from __future__ import annotations

import ast
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis


def parallel_loop_left(case: Case) -> Diagnosis | None:
    """A prange loop that is left early, and therefore runs as a plain one."""
    by_loop = case.search(r"will not be executed in parallel due to there being more than one entry")
    if not by_loop and not case.search(r"parallel=True'? was specified but no transformation"):
        return None
    ends = _leaving(case)
    if ends is None:
        return None
    word, line = ends
    return Diagnosis(
        "prange-left-early",
        f"The `prange` loop has a `{word}` on line {line}, so it runs in one thread: turns of a parallel loop can't "
        "end it.",
        f"Let every turn run to its end: test the condition and store the result, without `{word}`.",
        "user/parallel.html#explicit-parallel-loops",
    )


def _leaving(case: Case) -> tuple[str, int] | None:
    """Return the first statement that leaves a prange loop at the warning's place, and its line."""
    words = {ast.Break: "break", ast.Return: "return", ast.Raise: "raise", ast.Assert: "assert"}
    for loop in case.source.walk(ast.For):
        near = case.line is not None and 0 <= loop.lineno - case.line <= _NEAR
        if not near or "prange" not in ast.unparse(loop.iter):
            continue
        for node in ast.walk(loop):
            if type(node) in words:
                return words[type(node)], getattr(node, "lineno", loop.lineno)
    return None


# A warning of the whole function names its decorator.
_NEAR = 20


def nothing_parallel(case: Case) -> Diagnosis | None:
    """parallel=True that changed nothing."""
    if not case.search(r"'?parallel=True'? was specified but no transformation"):
        return None
    return Diagnosis(
        "nothing-parallel",
        "`parallel=True` parallelised nothing in this function: it runs in one thread.",
        "Use `prange` instead of `range` for the loop whose turns do not depend on each other, or "
        "operations on whole "
        "arrays; or drop `parallel=True`, which only costs compile time here.",
        "user/parallel.html#diagnostics",
    )


def object_mode(case: Case) -> Diagnosis | None:
    """A function or loop compiled in object mode."""
    found = case.search(
        r"Compilation is falling back to object mode.*?Function \"([\w.<>]+)\" failed"
    ) or case.search(r"Function \"([\w.<>]+)\" was compiled in object mode")
    if not found:
        return None
    return Diagnosis(
        "object-mode",
        f"`{found[1]}` is compiled in object mode: it works on Python objects and is about as slow as plain "
        "Python.",
        "Remove `forceobj=True` and mend what then fails to compile, or leave the function as plain Python.",
        "user/troubleshoot.html#the-compiled-code-is-too-slow",
    )


def ignored_nopython(case: Case) -> Diagnosis | None:
    """Old advice: `nopython=False` and bare @jit once fell back to object mode."""
    of_decorator = isinstance(case.failure.error, Warning)
    if not of_decorator or not case.search(r"nopython.*keyword|forceobj is set for njit"):
        return None
    return Diagnosis(
        "ignored-option",
        "An option of the decorator is ignored: since Numba 0.59 every function is compiled in nopython "
        "mode unless "
        "`forceobj=True` is given to `@jit`.",
        "Remove the option.",
        "reference/deprecation.html#deprecation-of-object-mode-fall-back-behaviour-when-using-jit",
    )


def may_have_no_value(case: Case) -> Diagnosis | None:
    """A variable that some path does not assign."""
    found = case.search(r"Detected uninitialized variable (\w+)")
    if not found:
        return None
    name = re.sub(r"\.\d+$", "", found[1])
    return Diagnosis(
        "no-value",
        f"`{name}` gets a value on some paths only; where it has none Python raises UnboundLocalError, but "
        "compiled "
        "code silently goes on with 0 or whatever was there.",
        f"Give `{name}` a value before the branch.",
        "reference/pysemantics.html",
    )


def slow_layout(case: Case) -> Diagnosis | None:
    """`@` on arrays that are not contiguous."""
    if not case.search(r"will be faster on contiguous arrays"):
        return None
    return Diagnosis(
        "not-contiguous",
        "A matrix product gets an array that is not contiguous and copies it every time.",
        "Make it contiguous once, before the loop: `np.ascontiguousarray(a)`.",
        "user/performance-tips.html",
    )


RULES = (parallel_loop_left, nothing_parallel, object_mode, ignored_nopython, may_have_no_value, slow_layout)

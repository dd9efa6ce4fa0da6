"""Decompiles functions made from the grammar and drives both texts, under the interpreter it is started with.

Usage: python run_fuzz.py [--first N] [--count N] [--seeds N] [--points N] [--show wrong|refused|states|other|invalid]
Prints one JSON document: how many came back wrong, as text that does not compile, refused, as a loop over states.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import sys
import time
import types
import warnings
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

from every_point import differs
from grammar import Program

from numscope.compiled.decompile import DecompilationError, Verdict, decompile, decompile_verified
from numscope.compiled.decompile.recompile import recompile


def compiled(source: str) -> types.CodeType | None:
    """Give the code object of the first function of a text; None where it does not compile."""
    try:
        module = compile(source, "fuzz", "exec")
    except SyntaxError:
        return None
    return next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))


def judge(code: types.CodeType, seeds: int, points: int) -> tuple[str, str, bool]:
    """Give the outcome for one code object, a line on it, and whether its bytecode comes back equal."""
    try:
        found = decompile_verified(code)
    except DecompilationError as error:
        return _refusal(code, str(error))
    try:
        again = recompile(found.source, code)
    except DecompilationError as error:
        return "invalid", str(error), False
    equal = found.verdict is Verdict.EQUAL
    difference = differs(code, again, 1 if equal else seeds, points)
    if difference:
        return "wrong", difference, equal
    if "stack_state" in found.source:
        return "states", found.difference, equal
    return "right" if equal else "other", found.difference, equal


def _refusal(code: types.CodeType, reason: str) -> tuple[str, str, bool]:
    """Say that nothing came back, or that text did which is no Python."""
    with contextlib.suppress(DecompilationError):
        text = decompile(code)
        try:
            recompile(text, code)
        except (DecompilationError, SyntaxError):
            return "invalid", reason, False
    return "refused", reason, False


def main() -> None:
    """Run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--points", type=int, default=25)
    parser.add_argument("--show", default="")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    gc.disable()
    counts: Counter[str] = Counter()
    cases: dict[str, list[tuple[int, str]]] = {}
    start = time.time()
    for seed in range(arguments.first, arguments.first + arguments.count):
        code = compiled(Program(seed).source())
        if code is None:
            counts["no program"] += 1
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            outcome, line, equal = judge(code, arguments.seeds, arguments.points)
        counts["functions"] += 1
        counts[outcome] += 1
        counts["equal"] += equal
        if outcome != "right":
            cases.setdefault(outcome, []).append((seed, line))
        if seed % 50 == 0:
            gc.collect()
    for seed, line in cases.get(arguments.show, []):
        print(seed, line[:200])
    wrong = {kind: cases.get(kind, [])[:40] for kind in ("wrong", "invalid", "refused", "states")}
    seconds = round(time.time() - start, 1)
    print(json.dumps({"python": sys.version.split()[0], "seconds": seconds, **counts, "cases": wrong}))


if __name__ == "__main__":
    main()

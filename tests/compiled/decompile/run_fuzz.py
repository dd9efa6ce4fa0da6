"""Decompiles functions made from the grammar and drives both texts, under the interpreter it is started with.

Usage: python run_fuzz.py [--first N] [--count N] [--runs N] [--show wrong|refused|states|other|invalid]
Prints one JSON document: how many came back wrong, as text that does not compile, refused, as a loop over states.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time
import types
from collections import Counter

from every_point import differs
from seeded import functions, parser

from numscope.compiled.decompile import DecompilationError, Verdict, decompile, decompile_verified
from numscope.compiled.decompile.recompile import recompile


def judge(code: types.CodeType, runs: int) -> tuple[str, str, bool]:
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
    difference = differs(code, again, runs // 8 if equal else runs, found.difference)
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
    options = parser(__doc__, 500)
    options.add_argument("--runs", type=int, default=200)
    options.add_argument("--show", default="")
    arguments = options.parse_args()
    counts: Counter[str] = Counter()
    cases: dict[str, list[tuple[int, str]]] = {}
    start = time.time()
    for seed, code in functions(arguments.first, arguments.count):
        if code is None:
            counts["no program"] += 1
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            outcome, line, equal = judge(code, arguments.runs)
        counts["functions"] += 1
        counts[outcome] += 1
        counts["equal"] += equal
        if outcome != "right":
            cases.setdefault(outcome, []).append((seed, line))
    for seed, line in cases.get(arguments.show, []):
        print(seed, line[:200])
    wrong = {kind: cases.get(kind, [])[:40] for kind in ("wrong", "invalid", "refused", "states")}
    seconds = round(time.time() - start, 1)
    print(json.dumps({"python": sys.version.split()[0], "seconds": seconds, **counts, "cases": wrong}))


if __name__ == "__main__":
    main()

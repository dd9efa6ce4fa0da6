"""Measures the power of the check with an exception at every point: which share of mutants it finds to differ.

Usage: python run_mutants.py [--first N] [--count N] [--most N] [--runs N] [--seconds N] [--show]
A mutant that compiles to the same instructions is left out. One that `equivalents` recognises is counted apart, and is
driven all the same: `told apart` must stay 0. Every other one counts. A function is driven `--runs` times, and once
more for every 20 bytes of its code.
"""

from __future__ import annotations

import ast
import difflib
import json
import random
import sys
import time
import types
from collections import Counter

from equivalents import equivalent
from every_point import differs
from mutants import mutants
from seeded import functions, parser

from numscope.compiled.decompile import DecompilationError, Verdict, decompile_verified
from numscope.compiled.decompile.compare import difference
from numscope.compiled.decompile.recompile import recompile


def _equal_text(code: types.CodeType) -> str:
    """Give the text where it comes back equal: only then is what compiles to something else surely a mutant."""
    found = decompile_verified(code)
    return found.source if found.verdict is Verdict.EQUAL else ""


def _size(code: types.CodeType) -> int:
    inside = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return len(code.co_code) + sum(map(_size, inside))


def _changed_lines(text: str, mutant: str) -> str:
    lines = ast.unparse(ast.parse(text)).splitlines()
    return "\n".join(difflib.unified_diff(lines, mutant.splitlines(), lineterm="", n=2))


def main() -> None:
    """Run, print."""
    options = parser(__doc__, 100)
    options.add_argument("--most", type=int, default=8)
    options.add_argument("--runs", type=int, default=400)
    options.add_argument(
        "--seconds", type=float, default=float("inf"), help="begin no function after that processor time"
    )
    options.add_argument("--show", action="store_true")
    arguments = options.parse_args()
    made: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    equivalents: Counter[bool] = Counter()
    start = time.process_time()
    for seed, code in functions(arguments.first, arguments.count):
        if time.process_time() - start > arguments.seconds:
            break
        try:
            text = "" if code is None else _equal_text(code)
            chosen = list(mutants(text)) if text else []
        except (DecompilationError, ValueError):
            continue
        random.Random(seed).shuffle(chosen)
        for kind, mutant in chosen[: arguments.most]:
            try:
                changed = recompile(mutant, code)
            except DecompilationError:
                continue
            where = difference(code, changed)
            if not where:
                continue
            seen = differs(code, changed, arguments.runs + _size(code) // 20, where)
            if equivalent(text, mutant):
                equivalents[bool(seen)] += 1
                if seen and arguments.show:
                    print(f"!!! {seed}: {kind}: {seen}\n{_changed_lines(text, mutant)}")
                continue
            made[kind] += 1
            if seen:
                killed[kind] += 1
            elif arguments.show:
                print(f"--- {seed}: {kind}: {where}\n{_changed_lines(text, mutant)}")
    kinds = {kind: [killed[kind], made[kind]] for kind in sorted(made)}
    print(
        json.dumps(
            {
                "python": sys.version.split()[0],
                "seeds": [arguments.first, seed],
                "killed": sum(killed.values()),
                "made": sum(made.values()),
                "equivalents": sum(equivalents.values()),
                "told apart": equivalents[True],
                **kinds,
            }
        )
    )


if __name__ == "__main__":
    main()

"""Measures the power of the check with an exception at every point: which share of mutants it finds to differ.

Usage: python run_mutants.py [--first N] [--count N] [--most N] [--show]
A mutant that compiles to the same instructions is an equivalent and is left out; every other one counts.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import types
import warnings
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

from every_point import differs
from grammar import Program
from mutants import mutants
from run_fuzz import compiled

from numscope.compiled.decompile import DecompilationError, Verdict, decompile_verified
from numscope.compiled.decompile.compare import difference
from numscope.compiled.decompile.recompile import recompile


def _equal_text(code: types.CodeType) -> str:
    """Give the text where it comes back equal: only then is what compiles to something else surely a mutant."""
    found = decompile_verified(code)
    return found.source if found.verdict is Verdict.EQUAL else ""


def main() -> None:
    """Run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda _: None
    gc.disable()
    made: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for seed in range(arguments.first, arguments.first + arguments.count):
        code = compiled(Program(seed).source())
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
            if not difference(code, changed):
                continue
            made[kind] += 1
            if differs(code, changed, 40, 30):
                killed[kind] += 1
            elif arguments.show:
                print(f"--- {seed}: {kind}: {difference(code, changed)}\n{text}\n+++\n{mutant}")
        gc.collect()
    kinds = {kind: [killed[kind], made[kind]] for kind in sorted(made)}
    print(
        json.dumps(
            {
                "python": sys.version.split()[0],
                "killed": sum(killed.values()),
                "made": sum(made.values()),
                **kinds,
            }
        )
    )


if __name__ == "__main__":
    main()

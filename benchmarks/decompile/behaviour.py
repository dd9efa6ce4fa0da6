"""Runs functions as written and as decompiled, driven by recording mock objects, and compares the traces.

Usage: python benchmarks/decompile/behaviour.py [--runs N] [--other-shape] [--json] [MODULE ...]
With --other-shape only functions are run whose normalised bytecode differs after a round trip.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "compiled" / "decompile"))

from recording_mocks import differences
from stdlib import MODULES, functions, module_code

from numscope.compiled.decompile import DecompilationError, Verdict, decompile_verified
from numscope.compiled.decompile.recompile import recompile


def main() -> int:
    """Run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--other-shape", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    gc.disable()  # When garbage is collected is no behaviour of the function.
    sys.unraisablehook = lambda _: None
    counts = {"functions": 0, "other_shape": 0, "driven": 0, "runs": 0, "different": 0}
    found = []
    for name in arguments.modules or MODULES:
        code = module_code(name)
        for function in [] if code is None else functions(code):
            counts["functions"] += 1
            try:
                result = decompile_verified(function)
            except DecompilationError:
                continue
            counts["other_shape"] += result.verdict is not Verdict.EQUAL
            if arguments.other_shape and result.verdict is Verdict.EQUAL:
                continue
            counts["driven"] += 1
            runs, difference = differences(function, recompile(result.source, function), arguments.runs)
            counts["runs"] += runs
            if difference:
                counts["different"] += 1
                found.append(f"{name}:{function.co_name}:{function.co_firstlineno}: {difference}")
        gc.collect()
    result = {"python": sys.version.split()[0], **counts}
    print(json.dumps(result) if arguments.json else "\n".join(f"{k}: {v}" for k, v in result.items()))
    for line in found:
        print(line)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

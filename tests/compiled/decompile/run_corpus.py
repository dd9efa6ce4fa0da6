"""Runs the corpus as written and as decompiled, under the interpreter it is started with; prints one JSON document.

Usage: python run_corpus.py [NAME ...]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

import corpus

from numscope.compiled.decompile import DecompilationError, decompile_verified

for version in ((3, 11), (3, 12), (3, 13), (3, 14)):
    # Not .py files: the tools that check this repository read the oldest supported syntax only.
    newer = HERE / f"corpus_{version[0]}{version[1]}.txt"
    if sys.version_info >= version and newer.exists():
        exec(compile(newer.read_text(), str(newer), "exec"), {"__name__": newer.stem})


def outcome(function, arguments):
    """Call a function; give what it returned or raised, and the trace it left."""
    corpus.trace.clear()
    try:
        result = ("returned", repr(function(*arguments)))
    except Exception as error:  # noqa: BLE001 - whatever the case raises is what is compared
        result = ("raised", repr(error))
    return [*result, repr(corpus.trace)]


def scrub(text):
    """Addresses differ from run to run."""
    return [part.split(" at 0x")[0] for part in text]


def check(function, inputs):
    """Compare a function with its decompiled self."""
    try:
        found = decompile_verified(function)
    except DecompilationError as error:
        return {"error": str(error)}
    space = dict(function.__globals__)
    exec(compile(found.source, "<decompiled>", "exec", flags=0, dont_inherit=True), space)
    again = space[function.__name__]
    differing = []
    for arguments in inputs:
        # Both in their own copy of the globals' names, so that neither sees what the other assigned.
        before = scrub(outcome(function, arguments))
        after = scrub(outcome(again, arguments))
        if before != after:
            differing.append([repr(arguments), before, after])
    return {
        "verdict": found.verdict.value,
        "difference": found.difference,
        "differing": differing,
        "runs": len(inputs),
        "source": found.source if differing else "",
    }


def main():
    wanted = set(sys.argv[1:])
    report = {}
    for function, inputs in corpus.CASES:
        if not wanted or function.__name__ in wanted:
            report[function.__name__] = check(function, inputs)
    print(json.dumps(report))


main()

"""How much of the bytecode that torch.compile writes for the zoo decompiles, and runs decompiled.

    python -m benchmarks.dynamo_bytecode [--failures FILE]

Two kinds of code objects count: what Dynamo made of a frame, and the functions that go on after a graph break.
"""

from __future__ import annotations

import argparse
import tempfile
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.compiled.torch_compile.test_zoo import CASES, run_case

from numscope.compiled import prepare_debug
from numscope.compiled.torch_compile import recorder
from numscope.compiled.torch_compile.placeholders import UnusableTextError, with_placeholders
from numscope.compiled.torch_compile.transformed_code import decompiled, disassembly, transformed_code


def code_objects(backend: str) -> Iterator[tuple[str, str, types.CodeType]]:
    """Yield (case, kind, code) for all that Dynamo writes for the zoo."""
    found: list[tuple[str, types.CodeType]] = []

    class Collecting(recorder.Recorder):
        def bytecode(self, original: types.CodeType, new: types.CodeType) -> types.CodeType | None:
            found.append(("transformed", new))
            return super().bytecode(original, new)

        def resume_function(self, code: types.CodeType) -> None:
            found.append(("resume function", code))
            super().resume_function(code)

    true_recorder, recorder.Recorder = recorder.Recorder, Collecting  # type: ignore[misc]
    try:
        for name in sorted(CASES):
            found.clear()
            with tempfile.TemporaryDirectory() as directory, prepare_debug(directory):
                run_case(name, backend)
            for kind, code in {id(code): (kind, code) for kind, code in found}.values():
                yield name, kind, code
    finally:
        recorder.Recorder = true_recorder  # type: ignore[misc]


def failure_of(kind: str, code: types.CodeType) -> str:
    """Return why `code` doesn't decompile, "" if it does."""
    if kind == "transformed":
        return transformed_code("", code, "<gauge>").failure
    try:
        next(decompiled(with_placeholders(code)[0]))
    except UnusableTextError as error:
        return str(error)
    return ""


def main() -> None:
    """Print the figures; write the failures' disassembly to a file if one is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--failures", type=Path, help="write each failure's reason and disassembly to this file"
    )
    parser.add_argument("--backend", default="eager")
    arguments = parser.parse_args()
    totals: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    report: list[str] = []
    for name, kind, code in code_objects(arguments.backend):
        totals[kind] += 1
        reason = failure_of(kind, code)
        if reason:
            failed[kind] += 1
            print(f"{name}: {kind} {code.co_name}: {reason}")
            report.append(f"{'=' * 100}\n{name}: {kind} {code.co_name}\n{reason}\n\n{disassembly(code)}\n")
    for kind, total in totals.items():
        print(f"{kind}: {total - failed[kind]} of {total} decompile")
    if arguments.failures:
        arguments.failures.write_text("".join(report))


if __name__ == "__main__":
    main()

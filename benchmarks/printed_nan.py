"""Whether `nan` names a line for each of many programs that print NaN, and none for those that have dealt with it.

    python -m benchmarks.printed_nan FIRST LAST [--handled]

The programs are those of `tests/analysis/nan/printed_programs.py`, by their seeds. Printed: programs in which NaN or an
infinity was printed and none was named, or the other way round, and how many there were of each.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import tempfile
from collections import Counter
from pathlib import Path

from tests.analysis.nan.answered import blamed, report
from tests.analysis.nan.printed_programs import HEAD, handled, program


def main() -> None:
    """Ask the programs of these seeds."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("first", type=int)
    arguments.add_argument("last", type=int)
    arguments.add_argument("--handled", action="store_true", help="those that deal with NaN")
    given = arguments.parse_args()
    write = handled if given.handled else program
    counted: Counter[str] = Counter()
    for seed in range(given.first, given.last):
        text, printed = write(seed), io.StringIO()
        try:
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
                lines = blamed(report(Path(folder), text))
        except (RuntimeError, ValueError, IndexError):  # nothing is left to take the largest of
            counted["raised"] += 1
            continue
        shown = re.search("nan|inf", printed.getvalue().lower()) is not None
        verdict = f"{'not finite' if shown else 'finite'}, {'named' if lines else 'none named'}"
        counted[verdict] += 1
        if shown != bool(lines):
            print(f"{verdict}: seed {seed}\n{text.removeprefix(HEAD)}\n")
    for verdict, number in counted.items():
        print(f"{verdict}: {number}")


if __name__ == "__main__":
    main()

"""Whether `nan` names a line for each of many programs that print NaN: `python -m benchmarks.printed_nan FIRST LAST`.

The programs are those of `tests/analysis/nan/printed_programs.py`, by their seeds. Printed: programs in which NaN was
printed and none was named, or the other way round, and how many there were of each.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import tempfile
from collections import Counter
from pathlib import Path

from tests.analysis.nan.answered import blamed, report
from tests.analysis.nan.printed_programs import HEAD, program


def main() -> None:
    """Ask the programs of these seeds."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("first", type=int)
    arguments.add_argument("last", type=int)
    given = arguments.parse_args()
    counted: Counter[str] = Counter()
    for seed in range(given.first, given.last):
        text, printed = program(seed), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
            lines = blamed(report(Path(folder), text))
        shown = "nan" in printed.getvalue().lower()
        verdict = f"{'NaN' if shown else 'no NaN'} printed, {'named' if lines else 'none named'}"
        counted[verdict] += 1
        if shown != bool(lines):
            print(f"{verdict}: seed {seed}\n{text.removeprefix(HEAD)}\n")
    for verdict, number in counted.items():
        print(f"{verdict}: {number}")


if __name__ == "__main__":
    main()

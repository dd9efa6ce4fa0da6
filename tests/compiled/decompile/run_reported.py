"""Decompiles and drives the reported functions, under the interpreter it is started with; prints one JSON document."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

from reported import programs
from run_fuzz import compiled, judge


def main() -> None:
    """Run, print."""
    warnings.simplefilter("ignore")
    found = {}
    for name, source in programs(sys.version_info[:2]).items():
        code = compiled(source)
        assert code is not None, source
        found[name] = judge(code, 6, 25)[:2]
    print(json.dumps(found))


if __name__ == "__main__":
    main()

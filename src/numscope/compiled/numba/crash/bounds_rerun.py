"""Calls of compiled functions made again with bounds checks: `python -m ...bounds_rerun FOLDER`, a process of its own.

FOLDER holds `calls.json`, a list of calls as `rerun` has them; of each function the number of the first call that
leaves an array, and what it did there, are written to `found.json` as they are found. What takes too long as Python
is found here: compiled code is fast.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from numscope.compiled.numba.checking.bounds import BoundsError, loud_bounds
from numscope.compiled.numba.crash.rerun import function_of, value_of
from numscope.compiled.numba.fresh_cache import fresh_cache
from numscope.probes.numba.adapter.compiler import core


def main() -> int:
    """Make the calls in FOLDER, those of a function until one leaves an array."""
    folder = Path(sys.argv[1])
    calls = json.loads((folder / "calls.json").read_text(encoding="utf-8"))
    found: dict[tuple[str, int], dict[str, Any]] = {}
    core("config").BOUNDSCHECK = 1
    with loud_bounds(), fresh_cache():
        for number, call in enumerate(calls):
            function = call["file"], call["line"]
            outside = _outside(call, folder) if function not in found else None
            if outside is not None:
                found[function] = {"call": number, "line": outside.line, "text": outside.sentence}
                (folder / "found.json").write_text(json.dumps([*found.values()]), encoding="utf-8")
    return 0


def _outside(call: dict[str, Any], folder: Path) -> BoundsError | None:
    try:
        function = function_of(call["file"], call["line"], compiled=True)
        positional = [value_of(given, folder) for given in call["positional"]]
        function(*positional, **{name: value_of(given, folder) for name, given in call["named"].items()})
    except IndexError as error:
        return BoundsError.read(error)
    # What can't be made again here, or ends in another exception, says nothing of bounds.
    except Exception:  # noqa: BLE001
        return None
    return None


if __name__ == "__main__":
    sys.exit(main())

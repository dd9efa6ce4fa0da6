"""The confined process in which a program is tried: `python -m ...trying.running SCRIPT [WORDS]`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from numscope.startup.begin import stay_unrecorded
from numscope.trace.confinement import confine_if_asked


def main() -> None:
    """Confine this process, and run the script as Python would."""
    stay_unrecorded()
    confine_if_asked()
    del sys.argv[0]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()

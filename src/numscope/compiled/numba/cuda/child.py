"""The simulated process: `python -m numscope.compiled.numba.cuda.child FINDINGS script args...`."""

from __future__ import annotations

import json
import sys

from numscope.compiled.numba.cuda.checks import SimulatorChecks
from numscope.compiled.numba.script import run_script, show_traceback


def main() -> int:
    """Run the script with the simulator's checks on; every finding becomes a line of FINDINGS."""
    with open(sys.argv[1], "w", encoding="utf-8") as file, SimulatorChecks() as checks:
        outcome = run_script(sys.argv[2], sys.argv[3:])
        for finding in checks.findings:
            file.write(json.dumps(finding.as_json()) + "\n")
    if outcome.error is not None:
        show_traceback(outcome.error)
    return outcome.exit_code


if __name__ == "__main__":
    sys.exit(main())

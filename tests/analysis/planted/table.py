"""Print the table of docs/diff.md: each planted fault and what `numscope diff` says of it first.

python tests/analysis/planted/table.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from planted.corpus import FAULTS, lay_out
from planted.harness import run_recorded, trace_of

import numscope


def main() -> None:
    """Run every fault."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        trace_of(root / "first", None)
        inside = numscope.open(trace_of(root / "right", None))
        lay_out(root / "apart", None)
        run_recorded(root / "apart", root / "apart" / "run.numscope", {})
        apart = numscope.open(root / "apart" / "run.numscope")
        print("| planted | the first change that is named | what it says | consequences |\n|---|---|---|---|")
        for number, fault in enumerate(FAULTS):
            trace = numscope.open(trace_of(root / f"faulty{number}", fault))
            found = (apart if fault.environ or fault.file != "program.py" else inside).diff(trace)
            change = found.changes[0]
            names = " -> ".join(
                dict.fromkeys(one.name for one in (change.first, change.second) if one is not None)
            )
            relations = [one.difference.relation for one in change.operands if one.difference]
            facts = [fact.name for fact in found.environment if fault.fact and fault.fact in fact.name]
            told = "; ".join([change.kind, *(relation for relation in relations[-1:] if relation), *facts])
            print(f"| {fault.name} | `{names}` | {told} | {found.consequences.total} |")


if __name__ == "__main__":
    main()

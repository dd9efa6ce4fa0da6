"""What rules learnt from healthy trainings find: `python -m benchmarks.learnt_rules [--keep FOLDER] [--only NAME]`.

Each program of tests/answers/training has a healthy twin. Two runs of the twin with other seeds are learnt from; the
faulty program and a third run of the twin are held against the rules. Counted are the faulty programs of which a rule
is broken, at the line to blame, and the healthy runs of which none is.
"""

from __future__ import annotations

from benchmarks.answers.programs import Case, cases
from benchmarks.healthy_twins import asked, recorded


def main() -> None:
    found = at_line = silent = number = 0
    with asked(__doc__) as (folder, only):
        programs = [case for part in ("open", "held") for case in _cases(part)]
        for case in (one for one in programs if any(name in one.name for name in only)):
            with recorded(case, folder) as runs:
                held = runs.held() if runs else None
                if held is None:
                    continue
                broken = held.faulty.violations
            number += 1
            found += bool(broken)
            silent += not held.healthy.violations
            blamed = {line for _, line in case.culprits}
            at_line += any(one.line in blamed for one in broken)
            kinds = ", ".join(dict.fromkeys(f"{one.rule.kind}@{one.step + 1}:{one.line}" for one in broken))
            accused = f"   TWIN: {'; '.join(held.accused)}" if held.accused else ""
            print(f"{case.name:28} {held.rules:4} rules  {kinds[:90] or '-'}{accused}")
    print(
        f"{number} programs: {found} found, {at_line} with the line among them; {silent} healthy runs silent"
    )


def _cases(part: str) -> list[Case]:
    try:
        return list(cases("training", part))
    except FileNotFoundError:
        return []


if __name__ == "__main__":
    main()

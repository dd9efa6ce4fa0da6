"""Each promise of SECURITY.md names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_promise_names_a_test() -> None:
    rows = re.findall(
        r"^\| (.+) \| (.+) \|$", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    promises = {
        promise: re.findall(r"`(test_\w+)`", tests) for promise, tests in rows if promise != "promise"
    }
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(promises) > 15
    for promise, tests in promises.items():
        assert tests, promise
        for test in tests:
            assert f"def {test}(" in written, f"{promise}: {test}"

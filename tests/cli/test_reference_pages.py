"""The reference pages agree with the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_options_page_is_what_the_code_says() -> None:
    tool = ROOT / "tools" / "generate_reference.py"
    checked = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_every_warning_has_a_section() -> None:
    sections = {
        line[3:]
        for line in (ROOT / "docs" / "warnings.md").read_text().splitlines()
        if line.startswith("## ")
    }
    source = "".join(path.read_text() for path in (ROOT / "src" / "numscope").rglob("*.py"))
    for slug in (
        "not-recording",
        "recorder-failed",
        "wrong-switch",
        "disk-full",
        "over-budget",
        "not-sealed",
    ):
        assert slug in source
        assert slug in sections

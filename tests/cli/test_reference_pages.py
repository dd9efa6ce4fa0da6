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


def test_the_schema_page_has_every_table_and_column() -> None:
    from numscope.trace.read_model import TABLES_IN_SQL, VIEWS
    from numscope.trace.tables import TABLES

    program = "import runpy, sys; print(runpy.run_path(sys.argv[1])['tables_page']())"
    tool = str(ROOT / "tools" / "generate_reference.py")
    page = subprocess.run(
        [sys.executable, "-c", program, tool], capture_output=True, text=True, check=True
    ).stdout
    for name in TABLES_IN_SQL:
        assert f"## {name}\n" in page
    for name in VIEWS:
        assert f"### {name}\n" in page
    undocumented = [line for line in page.splitlines() if line.startswith("| `") and line.endswith("|  |")]
    assert not undocumented
    for table in TABLES.values():
        assert f"## stored.{table.name}\n" in page
        assert all(
            f"| `{column.name}` | {column.type} | {column.meaning} |" in page for column in table.columns
        )

"""Write docs/gallery: closed reports of other projects, and the first screen that numscope gives for each.

`docs/gallery/reports.toml` lists them. Each program is recorded and asked as a user would, in a terminal of 80 columns.
The pages are kept in git; run this by hand when answers change. It needs scikit-learn beside what the tests need.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import tomllib

GALLERY = Path(__file__).resolve().parent.parent / "docs" / "gallery"
LINES, COLUMNS = 24, 80


@dataclass(frozen=True)
class Report:
    """A closed report. number: `owner/repository#number`; blamed: the line of the program that is the cause."""

    program: str
    title: str
    number: str
    question: str
    blamed: int
    found: str

    @property
    def path(self) -> Path:
        """The program that repeats the mistake."""
        return GALLERY / "programs" / f"{self.program}.py"

    @property
    def link(self) -> str:
        """The report as a link of Markdown."""
        repository, number = self.number.split("#")
        return f"[{self.number}](https://github.com/{repository}/issues/{number})"


def reports() -> list[Report]:
    """Return the reports, in the order of their list."""
    return [Report(**one) for one in tomllib.loads((GALLERY / "reports.toml").read_text())["report"]]


def first_screen(report: Report) -> str:
    """Record the program, ask, and return the lines that fit into a terminal."""
    environ = {**os.environ, "COLUMNS": str(COLUMNS), "LINES": str(LINES), "NO_COLOR": "1"}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(report.path, folder)
        trace = f"{report.program}.numscope"
        for words in (("run", "--output", trace, report.path.name), (report.question, trace)):
            answer = subprocess.run(
                [sys.executable, "-m", "numscope", *words],
                cwd=folder,
                env=environ,
                capture_output=True,
                text=True,
                check=False,
            )
    if answer.returncode not in (0, 1):
        raise SystemExit(f"{report.program}: numscope {report.question} failed:\n{answer.stderr}")
    return "\n".join(line.rstrip() for line in answer.stdout.splitlines()[:LINES])


def first_line_named(report: Report, screen: str) -> int | None:
    """Return the first line of the program that the screen names, or None."""
    found = re.search(rf"{report.program}\.py:(\d+)", screen)
    return int(found[1]) if found else None


def page(report: Report, screen: str) -> str:
    """Return the page of a report, as Markdown."""
    trace = f"{report.program}.numscope"
    return "\n".join(
        [
            f"# {report.title}",
            "",
            f"After {report.link}. The program repeats the mistake in our own code:",
            "",
            '```python linenums="1"',
            report.path.read_text().rstrip(),
            "```",
            "",
            "```console",
            f"$ numscope run --output {trace} {report.path.name}",
            f"$ numscope {report.question} {trace}",
            screen,
            "```",
            "",
            f"The line to blame is {report.blamed}.",
            "",
            f"**What the maintainers found.** {report.found}",
            "",
        ]
    )


def index(found: list[tuple[Report, str]]) -> str:
    """Return the page with the list of all reports, as Markdown."""
    lines = [
        "# Gallery",
        "",
        "Closed reports of other projects. Each page has a program with the same mistake, the first screen that",
        "numscope gives, and what the maintainers found. `python tools/make_gallery.py` makes these pages.",
        "",
        "| what happened | report | command | line to blame | first line named |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| [{report.title}]({report.program}.md) | {report.link} | `numscope {report.question}` | {report.blamed} "
        f"| {first_line_named(report, screen) or 'none'} |"
        for report, screen in found
    ]
    return "\n".join([*lines, ""])


def main() -> None:
    """Make all pages anew."""
    found = [(report, first_screen(report)) for report in reports()]
    for report, screen in found:
        (GALLERY / f"{report.program}.md").write_text(page(report, screen))
        print(f"{report.program}: line {report.blamed}, first named {first_line_named(report, screen)}")
    (GALLERY / "index.md").write_text(index(found))


if __name__ == "__main__":
    main()

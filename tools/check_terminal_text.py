"""Fail on text that is printed without numscope/views/escapes.py, which shows a terminal's escapes as what they are.

Names, sources, problems and values in a trace may come from a stranger. Looked at are calls in the modules of FOLDERS
that print or write to standard output or error. Exceptions stand in terminal_text_allowed.txt, each with its calls and
the reason.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from check_trace_files import PACKAGE, judge, read_allowed

ALLOWED = Path(__file__).with_name("terminal_text_allowed.txt")
FOLDERS = ("analysis", "cli", "notebook", "testing", "trace", "views")
_WRITING = {
    f"sys.{name}.{how}" for name in ("stdout", "stderr") for how in ("write", "writelines", "buffer.write")
}


def main() -> int:
    """Print what is wrong, and return how it went."""
    allowed = read_allowed(ALLOWED)
    found = {
        path.relative_to(PACKAGE).as_posix(): list(calls_in(path.read_text(encoding="utf-8")))
        for folder in FOLDERS
        for path in sorted((PACKAGE / folder).rglob("*.py"))
    }
    complaint = "{} of text as it is: use numscope.views.escapes"
    complaints = list(judge(found, allowed, complaint, ALLOWED.name))
    for complaint in complaints:
        print(complaint)
    if not complaints:
        print(
            f"no text is printed as it is in {len(found)} modules, but for {len(allowed)} that print no trace's"
        )
    return 1 if complaints else 0


def calls_in(source: str) -> Iterator[tuple[int, str]]:
    """Find (line, call) of what prints text as it is."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name == "print" or name in _WRITING:
            if node.args and not all(isinstance(word, ast.Constant) for word in node.args):
                yield node.lineno, name
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "print" and not _is_visible(node):
            yield node.lineno, ".print"


def _is_visible(node: ast.Call) -> bool:
    """Return whether rich is given a view that shows escapes as what they are."""
    return all("Visible(" in ast.unparse(word) for word in node.args)


if __name__ == "__main__":
    sys.exit(main())

"""Fail on a link of a Markdown file to a file or heading that is not in git: a reader on the web can't follow it.

Looked at are links to files of the repository. Addresses on the web are not asked.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
_LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


def main() -> int:
    """Print what is wrong, and return how it went."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    files = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    pages = sorted(name for name in files if name.endswith(".md"))
    complaints = [complaint for name in pages for complaint in dead_links(ROOT / name, ROOT, files)]
    for complaint in complaints:
        print(complaint)
    if not complaints:
        print(f"no dead link in {len(pages)} pages")
    return 1 if complaints else 0


def dead_links(page: Path, root: Path, files: set[str]) -> Iterator[str]:
    """Yield `page:line: link` for links to what is not among `files`, paths from `root`."""
    text = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), page.read_text(encoding="utf-8"))
    for match in _LINK.finditer(text):
        link = match[1]
        if re.match(r"[a-z][a-z0-9+.-]*:", link) or link.startswith("//"):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page.resolve()
        name = target.relative_to(root).as_posix() if target.is_relative_to(root) else ""
        there = name in files or any(file.startswith(f"{name}/") for file in files)
        if not there or (anchor and name.endswith(".md") and anchor not in headings(target)):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{page.relative_to(root).as_posix()}:{line}: {link} is not there"


@cache
def headings(page: Path) -> frozenset[str]:
    """Return the anchors of a page, as GitHub and MkDocs make them of headings."""
    text = re.sub(r"^(```|~~~).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return frozenset(_anchor(heading) for heading in _HEADING.findall(text))


def _anchor(heading: str) -> str:
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", shown).strip().lower())


if __name__ == "__main__":
    sys.exit(main())

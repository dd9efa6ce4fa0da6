"""Write packaging/pypi.md, the README with absolute links and pictures, as PyPI shows it; `--check` only compares.

PyPI knows no repository: a relative link leads nowhere there, and a relative picture is not shown.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / "packaging" / "pypi.md"
_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^)\s]+)\)")


def absolute(text: str, repository: str) -> str:
    """Return Markdown `text` with links to files of the `repository` as URLs, pictures as what a browser can show."""

    def replaced(match: re.Match[str]) -> str:
        target = match["target"]
        if re.match(r"[a-z]+:|#", target):
            return match.group()
        kind = "raw" if match["picture"] else "blob"
        return f"{match['picture']}[{match['text']}]({repository}/{kind}/main/{target})"

    return _LINK.sub(replaced, text)


def main() -> int:
    """Write the file; with `--check` return 1 if it is not what would be written."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = absolute((ROOT / "README.md").read_text(encoding="utf-8"), project["urls"]["Repository"])
    if "--check" not in sys.argv[1:]:
        WRITTEN.write_text(text, encoding="utf-8")
    elif not WRITTEN.exists() or WRITTEN.read_text(encoding="utf-8") != text:
        print("packaging/pypi.md is not README.md with absolute links: run tools/pypi_readme.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

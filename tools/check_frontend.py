"""Checks that the built pages in the package are built from the sources in frontend/ as they are. Needs no Node."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "frontend"
BUILT = ROOT / "src" / "numscope" / "views" / "page" / "built"
# What decides, besides the sources, how they are built.
_SETTINGS = ("build.mjs", "package-lock.json", "tsconfig.json")


def source_hash() -> str:
    """The hash that frontend/build.mjs writes into the first line of what it builds."""
    below = [path.relative_to(SOURCES).as_posix() for path in (SOURCES / "src").rglob("*") if path.is_file()]
    hashed = hashlib.sha256()
    for path in sorted([*below, *_SETTINGS]):
        hashed.update(f"{path}\n".encode())
        hashed.update((SOURCES / path).read_bytes())
        hashed.update(b"\n")
    return hashed.hexdigest()


def stale() -> list[str]:
    """The built files that are not of the present sources."""
    wanted = source_hash()
    files = sorted(BUILT.glob("*.*"))
    return [
        path.name
        for path in files
        if not re.search(rf"\b{wanted}\b", path.read_text("utf-8").partition("\n")[0])
    ]


def main() -> int:
    """Print what is stale; 1 if anything is."""
    names = stale()
    for name in names:
        print(
            f"{BUILT.relative_to(ROOT)}/{name} is not built from frontend/ as it is: make frontend",
            file=sys.stderr,
        )
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())

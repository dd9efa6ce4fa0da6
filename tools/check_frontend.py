"""Checks that the built pages, and JupyterLab's extension, are built from their sources as they are. Needs no Node."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "frontend"
BUILT = ROOT / "src" / "numscope" / "views" / "page" / "built"
LAB = ROOT / "editors" / "jupyterlab"
# What decides, besides the sources, how they are built.
_SETTINGS = ("build.mjs", "package-lock.json", "tsconfig.json")


def source_hash() -> str:
    """The hash that frontend/build.mjs writes into the first line of what it builds."""
    below = [path.relative_to(SOURCES).as_posix() for path in (SOURCES / "src").rglob("*") if path.is_file()]
    return _hash(SOURCES, sorted([*below, *_SETTINGS]))


def _hash(folder: Path, paths: Iterable[str]) -> str:
    hashed = hashlib.sha256()
    for path in paths:
        hashed.update(f"{path}\n".encode())
        hashed.update((folder / path).read_bytes())
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


def lab_is_stale() -> bool:
    """Return whether JupyterLab's extension was built from other files than there are, by the list that it carries."""
    sources = json.loads((LAB / "labextension" / "package.json").read_text("utf-8"))["sources"]
    return any(not (LAB / path).is_file() for path in sources["files"]) or sources["hash"] != _hash(
        LAB, sources["files"]
    )


def main() -> int:
    """Print what is stale; 1 if anything is."""
    old = [f"{BUILT.relative_to(ROOT)}/{name} is not built from frontend/" for name in stale()]
    if lab_is_stale():
        old.append(
            f"{LAB.relative_to(ROOT)}/labextension is not built from {LAB.relative_to(ROOT)}/ and frontend/"
        )
    for text in old:
        print(f"{text} as it is: make frontend", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())

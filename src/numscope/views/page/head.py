"""The beginning of every page, and the files that the front end is built to."""

from __future__ import annotations

import html
from pathlib import Path

# What pages are written in: English and Chinese.
LANGUAGES = ("en", "zh")
_BUILT = Path(__file__).parent / "built"


def head(title: str, style: str, language: str = "en", meta: str = "") -> str:
    """Return the text of a page up to its body. `meta`: further lines of the head, before the title."""
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
{meta}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{html.escape(_visible(title))}</title>
<style>{style}</style>
</head>
<body>
"""


def built(name: str) -> str:
    """Return a built file of the front end, without the line that says from which sources it was built."""
    return (_BUILT / name).read_text(encoding="utf-8").partition("\n")[2]


def _visible(title: str) -> str:
    """Return a title of printable characters, short enough for a tab."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in title[:200])

"""Recorded lines in a text that was edited since: lines that are as they ran, wherever they stand now."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def places_now(recorded: Sequence[str], text: Sequence[str]) -> dict[int, int]:
    """Return the line of `text`, from 0, for each recorded line that stands there unchanged, by its number from 1."""
    matcher = SequenceMatcher(None, recorded, text, autojunk=False)
    return {
        block.a + shift + 1: block.b + shift
        for block in matcher.get_matching_blocks()
        for shift in range(block.size)
    }

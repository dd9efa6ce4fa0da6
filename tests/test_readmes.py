"""README in two languages: what it measures and which commands it names are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIGURES = re.compile(r"^\|[^|]*(\|(?: [\d.,]+x? \|){5})", re.MULTILINE)
COMMANDS = re.compile(r"`numscope (\w[\w-]*(?: \w+)?(?: \| \w+)*)")


@pytest.fixture(scope="module")
def texts() -> tuple[str, str]:
    """Return the English and the Chinese text."""
    english, chinese = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md"))
    return english, chinese


def test_the_tables_have_the_same_figures(texts: tuple[str, str]) -> None:
    english, chinese = map(FIGURES.findall, texts)
    assert len(english) > 4
    assert chinese == english


def test_numba_s_commands_are_the_same(texts: tuple[str, str]) -> None:
    english, chinese = (
        [one for one in COMMANDS.findall(text) if one.startswith("numba") and "|" in one] for text in texts
    )
    assert english
    assert chinese == english

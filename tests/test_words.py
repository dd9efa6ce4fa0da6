"""The lint on unclear words: it finds a planted one wherever a user reads it, and passes code and comments."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import check_words as lint

WORDS = lint.read_words("# comment\ncomes to be => is created\n操作(?!数) => 运算\n")


@pytest.mark.parametrize(
    ("name", "source", "line"),
    [
        ("page.md", "# Arrays\n\nA new array Comes to be.\n", 3),
        ("page.md", "A new array comes\nto be.\n", 1),
        ("page.zh.md", "每次操作\n", 1),
        ("module.py", "x = 1\nraise UsageError(f'{x} comes to be')\n", 2),
        ("module.c", '/* why */\nfail("it comes to be");\n', 2),
        ("page.ts", "// why\nconst made = `it\ncomes to be ${x}`;\n", 3),
    ],
)
def test_a_planted_word_is_found(tmp_path: Path, name: str, source: str, line: int) -> None:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    [complaint] = lint.judge(lint.texts_of(path), WORDS)
    assert complaint.startswith(f"{line}: ")


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("module.py", '"""How it comes to be."""\n# comes to be\ncomes = to = be = 1\n'),
        ("module.c", '/* it comes to be, don\'t it */ // "comes to be"\nint comes;'),
        ("page.ts", "// it comes to be\nconst url = 'https://x';\n"),
        ("page.md", "操作数 are operands; become to bear.\n"),
    ],
)
def test_code_and_comments_pass(tmp_path: Path, name: str, source: str) -> None:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    assert list(lint.judge(lint.texts_of(path), WORDS)) == []


def test_docstrings_are_read_where_they_are_help() -> None:
    source = 'class Advise:\n    """Say how it comes to be."""\n'
    assert list(lint.judge(lint.python_texts(source, docstrings=False), WORDS)) == []
    assert list(lint.judge(lint.python_texts(source, docstrings=True), WORDS)) == [
        '2: "comes to be" => is created'
    ]


def test_what_users_read_has_no_unclear_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint.main() == 0, capsys.readouterr().out

"""The check of links: it finds a planted dead one, and passes links of the web and samples of code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import check_links as lint

FILES = {"README.md", "docs/page.md", "docs/image.png", "docs/howto/other page.md"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# Steps, ranks: `--steps` [of](x.md) one\n```\n# not a heading\n```\n")
    (tmp_path / "built.md").write_text("made by a tool, not in git")
    return tmp_path


@pytest.mark.parametrize(
    "link",
    ["gone.md", "../built.md", "page.md#no-such-heading", "#not-a-heading", "../../outside.md", "/README.md"],
)
def test_a_dead_link_is_found(root: Path, link: str) -> None:
    (root / "docs/page.md").write_text(f"# Page\n\n```\n# not a heading\n```\nsee [that]({link})\n")
    assert list(lint.dead_links(root / "docs/page.md", root, FILES)) == [
        f"docs/page.md:6: {link} is not there"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[up](../README.md)",
        "[part](../README.md#steps-ranks---steps-of-one)",
        "![picture](image.png)",
        "[folder](howto/)",
        "[space](howto/other%20page.md)",
        "[web](https://example.org/gone.md) [mail](mailto:a@b.c)",
        "`[sample](gone.md)`",
        "```\n[sample](gone.md)\n```",
    ],
)
def test_other_links_pass(root: Path, text: str) -> None:
    (root / "docs/page.md").write_text(f"# Page\n\n{text}\n")
    assert list(lint.dead_links(root / "docs/page.md", root, FILES)) == []


def test_no_page_in_git_has_a_dead_link(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint.main() == 0, capsys.readouterr().out

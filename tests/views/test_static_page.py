"""Pages without a script: one head, one style, and nothing that a name in them could begin."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

from numscope.views.page.document import Blocks, write_page
from numscope.views.page.head import built
from numscope.views.page.static import details, link, listing, static_page, table

HOSTILE = "</title><script>alert(1)</script>\x1b&"


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_is_well_formed_whatever_stands_in_it() -> None:
    body = table(["one"], [["<b>2</b>"]]) + listing([HOSTILE]) + details(HOSTILE, "") + link(HOSTILE, HOSTILE)
    reader = Reader()
    reader.feed(static_page(HOSTILE, body))
    assert reader.open == []
    assert "script" not in reader.seen
    assert {"table", "ul", "details", "a"} <= set(reader.seen)


def test_pages_with_and_without_a_script_begin_alike() -> None:
    file = io.StringIO()
    write_page(file, "report", "a title", Blocks())
    with_script = [line for line in file.getvalue().splitlines() if "Content-Security-Policy" not in line]
    without = static_page("a title", "").splitlines()
    assert with_script[:7] == without[:7]
    assert without[6] == "<title>a title</title>"


def test_colours_and_letters_are_those_of_the_front_end() -> None:
    first_rule = built("report.css").partition("}")[0] + "}"
    assert "--bg:" in first_rule
    assert "--mono:" in first_rule
    style = static_page("", "", "p { color: red }").partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(first_rule)
    assert style.endswith("p { color: red }")
    used = set(re.findall(r"var\((--[a-z-]+)\)", style))
    assert used <= set(re.findall(r"(--[a-z-]+):", first_rule))

"""The report in Chinese: the reader switches, the choice stays, and no English of the page's own is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numscope.cli.main import main

Open = Callable[..., Any]

# Texts and labels of the page but for names and texts of the trace, code, and keys.
ENGLISH = r"""() => {
  const theirs = "bdi, code, pre, kbd, canvas, #language, .call, .elements, .part, .listing .mark, .node *";
  const own = (element) => element.closest(theirs) === null;
  const texts = [];
  const walker = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (own(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const name of ["title", "aria-label", "placeholder"])
    for (const element of document.querySelectorAll(`#page [${name}]`))
      if (own(element)) texts.push(element.getAttribute(name));
  const names = /numscope( report| top)?|NumPy|Python|Visual Studio Code|--\w+ \w+|float\d+\S*|\S+[.:\/]\S+/g;
  return texts.filter((text) => text.replace(names, "").match(/[a-z]{4,}/));
}"""


def test_no_english_is_left_in_the_chinese_report(
    report: Path, open_page: Open, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(report)
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.evaluate(ENGLISH) != []
    page.locator("#language").click()
    page.wait_for_selector("html[lang=zh][data-ready]")
    page.locator("#graph").scroll_into_view_if_needed()
    page.wait_for_selector("#graph .node")
    page.locator("#operations-rows [role=row]").first.click()
    page.wait_for_selector("#detail:not([hidden])")
    assert page.evaluate(ENGLISH) == []
    assert page.locator("nav").first.inner_text().split() == [
        "结论",
        "发现",
        "建议",
        "耗时",
        "时间线",
        "数据流",
        "运算",
    ]
    assert page.locator("#findings .told").inner_text().startswith("最先出现在 1 处")
    assert accessible(page) == []
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("html[lang=zh][data-ready]")
    page.locator("#language").click()
    page.wait_for_selector("html[lang=en][data-ready]")
    assert page.locator("#findings h2").inner_text() == "NaN and infinities"


def test_a_report_begins_in_the_language_it_was_asked_for(
    report: Path, tmp_path: Path, open_page: Open
) -> None:
    output = tmp_path / "work.html"
    assert main(["report", str(report.parent / "work.numscope"), "-o", str(output), "--lang", "zh"]) == 0
    page = open_page(output, width=390)
    assert page.locator("#hot h2").inner_text() == "时间花在哪里"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_unknown_language_is_refused(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["report", str(report.parent / "work.numscope"), "--lang", "fr"])
    assert "fr" in capsys.readouterr().err


def test_the_language_changes_where_nothing_can_be_stored(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})"
    )
    page.reload()
    page.wait_for_selector("html[lang=en][data-ready]")
    page.locator("#language").click()
    page.wait_for_selector("html[lang=zh][data-ready]")
    assert page.locator("#hot h2").inner_text() == "时间花在哪里"

"""The report as a reader uses it: opened, searched, clicked, by keyboard, wide and narrow, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.looks import LOOKS

import numscope
from numscope.cli.main import main

Open = Callable[..., Any]
ROWS = "#operations-rows [role=row]"


def test_the_first_screen_says_what_is_wrong(report: Path, open_page: Open) -> None:
    page = open_page(report)
    fault = page.locator("#overview .verdict article").first
    assert fault.locator("h2 a").first.inner_text().startswith("browser/conftest.py:")
    assert "np.log(x)" in fault.locator("pre").inner_text()
    assert "NaN" in fault.locator("p").first.inner_text()
    below = fault.bounding_box()
    assert below["y"] + below["height"] < 800
    fault.locator("h2 a").first.click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "numpy.log" in page.locator("#detail").inner_text()


@LOOKS
def test_it_reads_without_fault_at_any_width_in_any_light(
    report: Path, open_page: Open, accessible: Callable[[Any], list[str]], width: int, theme: str
) -> None:
    page = open_page(report, width=width, theme=theme)
    page.locator("#graph").scroll_into_view_if_needed()
    page.wait_for_selector("#graph .node")
    page.locator(ROWS).first.click()
    page.wait_for_selector("#detail:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (theme == "light")
    assert accessible(page) == []


def test_search_finds_names_places_shapes_and_exceptions(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.keyboard.press("/")
    for words, many in (
        ("tanh", 30),
        ("matmul float64[8,4]", 30),
        ("mean axis=0", 30),
        ("nothing-is-called-so", 0),
    ):
        page.keyboard.press("Control+A")
        page.keyboard.type(words)
        assert page.locator("#found").inner_text().startswith(f"{many} of ")
    page.locator("#search").fill("")
    page.locator("#kinds").select_option("raised")
    page.locator("#search").fill("broadcast")
    assert page.locator(ROWS).count() == 1
    assert "ValueError" in page.locator(ROWS).inner_text()
    page.locator("#search").fill("")
    page.locator("#kinds").select_option("nonfinite")
    # What numpy.empty finds in memory may be NaN, too.
    assert any("log" in row for row in page.locator(ROWS).all_inner_texts())
    page.locator("#kinds").select_option("all")
    page.locator("#order").select_option("time")
    times = page.locator(f"{ROWS} .time").all_inner_texts()
    units = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
    sizes = [float(text.split()[0].replace(",", "")) * units[text.split()[1]] for text in times]
    assert sizes == sorted(sizes, reverse=True)


def test_an_operation_opens_by_key_and_by_address(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#search").fill("tanh")
    page.locator("#operations-rows").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#detail:not([hidden])")
    title = page.locator("#detail h2").inner_text()
    assert "numpy.tanh" in title
    address = page.url
    page.keyboard.press("n")
    page.wait_for_function("title => document.querySelector('#detail h2').textContent !== title", arg=title)
    page.keyboard.press("Escape")
    assert page.locator("#detail").is_hidden()
    again = open_page(report, "#" + address.partition("#")[2])
    again.wait_for_selector("#detail:not([hidden])")
    assert again.locator("#detail h2").inner_text() == title
    assert "x = np.tanh(x @ weights)" in again.locator("#detail").inner_text()
    assert again.locator("#detail .bars").count() == 2


def test_the_finding_leads_to_its_operation(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#findings .finding a").first.click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "numpy.log" in page.locator("#detail h2").inner_text()
    page.locator("#findings summary").first.click()
    assert "np.log(x0)" in page.locator("#findings .code pre").first.inner_text()
    assert "NaN" in page.locator("#detail .operand.after").inner_text()


def test_the_flow_unfolds_down_to_an_operation(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#graph").scroll_into_view_if_needed()
    node = page.locator("#graph .node", has_text="×30").first
    node.wait_for()
    before = page.locator("#graph .node").count()
    node.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelectorAll('#graph .node').length > before", arg=before)
    single = page.locator("#graph .node.single", has_text="tanh")
    (single if single.count() else page.locator("#graph .node.single")).first.click()
    page.wait_for_selector("#detail:not([hidden])")
    page.locator("#detail button", has_text="data flow").click()
    page.wait_for_selector("#graph .node.chosen")


def test_the_timeline_shows_what_is_pointed_at(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#findings .finding a").first.click()
    page.wait_for_selector("#detail:not([hidden])")
    page.locator("#detail button", has_text="timeline").click()
    page.wait_for_timeout(300)
    canvas = page.locator("#timeline canvas")
    colors = canvas.evaluate(
        "c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"
    )
    assert colors > 5
    canvas.focus()
    told = page.locator("#timeline [role=status]").inner_text()
    page.keyboard.press("-")
    page.wait_for_function(
        "told => document.querySelector('#timeline [role=status]').textContent !== told", arg=told
    )


def test_hostile_names_are_shown_as_what_they_are(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#search").fill("onerror")
    text = page.locator(ROWS).first.inner_text()
    assert "<img src=x onerror=" in text.replace("…", "<img src=x onerror=") or "gnp" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    page.locator(ROWS).first.click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "␛[31m⟨U+202E⟩gnp" in page.locator("#detail").inner_text()
    assert page.locator("img").count() == 0
    assert page.title() == "work.numscope - numscope"


def test_damaged_data_is_told_in_a_sentence(report: Path, open_page: Open, tmp_path: Path) -> None:
    text = report.read_text(encoding="utf-8")
    cut = tmp_path / "cut.html"
    start = text.index('id="block-calls">')
    cut.write_text(text[:start] + 'id="gone">' + text[start + 17 :], encoding="utf-8")
    page = open_page(cut, ready="[role=alert]")
    assert "lacks its data (calls)" in page.locator("[role=alert]").inner_text()


@pytest.mark.parametrize("count", [0, 1])
def test_next_to_nothing_reads_too(tmp_path: Path, open_page: Open, count: int) -> None:
    with numscope.record(tmp_path / "little.numscope"):
        for _ in range(count):
            np.negative(1.0)
    assert main(["report", str(tmp_path / "little.numscope"), "-o", str(tmp_path / "little.html")]) == 0
    page = open_page(tmp_path / "little.html")
    page.locator("#graph").scroll_into_view_if_needed()
    assert page.locator("#found").inner_text() == f"{count} of {count} operations"


def test_three_hundred_thousand_rows_scroll_to_the_last(tmp_path: Path, open_page: Open) -> None:
    one = np.float64(1.0) * np.ones(2)
    with numscope.record(tmp_path / "long.numscope", values="stats"):
        for _ in range(300_000):
            np.negative(one)
    assert (
        main(
            [
                "report",
                str(tmp_path / "long.numscope"),
                "-o",
                str(tmp_path / "long.html"),
                "--described",
                "10",
            ]
        )
        == 0
    )
    page = open_page(tmp_path / "long.html")
    page.locator("#operations-rows").focus()
    page.keyboard.press("End")
    page.wait_for_selector("#operations-rows-299999")
    assert page.locator(ROWS).count() < 60
    page.locator("#operations-rows-299990").hover()  # when the page has come to rest
    page.mouse.wheel(0, -3000)
    page.wait_for_selector("#operations-rows-299890")
    page.keyboard.press("Home")
    page.wait_for_selector("#operations-rows-0")


def test_the_source_stands_beside_the_verdict(report: Path, open_page: Open) -> None:
    page = open_page(report)
    listing = page.locator(".listing")
    chosen = listing.locator("tr.chosen")
    assert "np.log(x)" in chosen.inner_text()
    assert "NaN" in chosen.locator(".mark.bad").first.inner_text()
    below, beside = page.locator("#overview .verdict").bounding_box(), listing.bounding_box()
    assert below["x"] + below["width"] <= beside["x"]
    line = chosen.bounding_box()
    assert beside["y"] <= line["y"] < beside["y"] + beside["height"] <= 800
    hot = listing.locator("tr", has_text="x = np.tanh(x @ weights)").first.inner_text()
    assert "s\t" in hot  # a time
    assert "float64[8,4]" in hot
    chosen.locator("a").click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "numpy.log" in page.locator("#detail h2").inner_text()
    page.locator("#file").select_option(index=1)
    assert "np.log(x)" not in listing.inner_text()


def test_a_narrow_window_shows_all_of_a_line(report: Path, open_page: Open) -> None:
    page = open_page(report, width=390)
    listing = page.locator(".listing")
    assert listing.evaluate("all => all.scrollWidth <= all.clientWidth")


def test_an_option_is_not_broken(report: Path, open_page: Open) -> None:
    page = open_page(report)
    option = page.locator(".figure .unbroken")
    option.evaluate("all => { all.parentElement.style.width = '70px'; }")  # less than it takes
    assert option.inner_text().startswith("--values ")
    assert option.evaluate("all => all.getClientRects().length") == 1


def test_search_order_and_operation_stand_in_the_address(report: Path, open_page: Open) -> None:
    page = open_page(report)
    page.locator("#search").fill("tanh")
    page.locator("#kinds").select_option("all")
    page.locator("#operations .head button", has_text="time").click()
    assert page.locator("#order").input_value() == "time"
    page.locator(ROWS).first.click()
    page.wait_for_selector("#detail:not([hidden])")
    first = page.locator(f"{ROWS}").first.inner_text()
    again = open_page(report, "#" + page.url.partition("#")[2])
    again.wait_for_selector("#detail:not([hidden])")
    assert again.locator("#search").input_value() == "tanh"
    assert again.locator("#kinds").input_value() == "all"
    assert again.locator(ROWS).first.inner_text() == first
    assert "numpy.tanh" in again.locator("#detail h2").inner_text()
    again.keyboard.press("Escape")
    assert "q=tanh" in again.url
    assert "op=" not in again.url
    # A link names the operation alone: the order stays, and the search gives way to an operation that it left out.
    again.locator("#findings .finding a").first.click()
    again.wait_for_selector("#detail:not([hidden])")
    assert "order=time" in again.url
    assert "q=" not in again.url


def test_heads_sort_the_costs(report: Path, open_page: Open) -> None:
    page = open_page(report)
    calls = page.locator("#hot tbody td:nth-child(2)")
    head = page.locator("#hot thead th", has_text="calls")
    for turned, direction in ((False, "descending"), (True, "ascending")):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == direction
        counts = [int(text.replace(",", "")) for text in calls.all_inner_texts()]
        assert counts == sorted(counts, reverse=not turned)
    page.locator("#hot thead button", has_text="what").click()
    names = page.locator("#hot tbody th button").all_inner_texts()
    assert names == sorted(names, key=str.lower)


def test_places_are_copied(report: Path, open_page: Open) -> None:
    page = open_page(report)
    copy = page.locator("#overview .verdict .copy").first
    copy.click()
    page.locator("#overview .verdict .copy", has_text=re.compile("copied|selected")).first.wait_for()
    # A page from a disk may be kept from the clipboard: then the place is selected.
    if copy.inner_text() == "selected":
        assert page.evaluate("getSelection().toString()").startswith("browser/conftest.py:")
    else:
        page.context.grant_permissions(["clipboard-read"])
        assert "/browser/conftest.py:" in page.evaluate("navigator.clipboard.readText()")


def test_an_exception_that_a_library_caught_is_not_red(tmp_path: Path, open_page: Open) -> None:
    program = tmp_path / "caught.py"
    program.write_text(
        "import numpy as np\nnp.random.default_rng(7)\n"
        "try:\n    np.add(np.zeros(3), np.zeros(4))\nexcept ValueError:\n    pass\n"
    )
    assert main(["run", "-o", str(tmp_path / "t.numscope"), str(program)]) == 0
    assert main(["report", str(tmp_path / "t.numscope"), "-o", str(tmp_path / "t.html")]) == 0
    page = open_page(tmp_path / "t.html", "#show=raised")
    rows = page.locator(ROWS, has_text="raised")
    red = rows.locator(".mark.bad", has_text="raised")
    assert rows.count() > 1  # NumPy ends a loop over an array by IndexError
    assert red.count() == 1
    assert "caught.py:4" in rows.filter(has=page.locator(".mark.bad")).inner_text()
    assert page.locator(".figure", has_text="raised").locator("strong").inner_text() == "1"


def test_a_figure_shows_its_operations_and_a_part_of_the_flame_graph_its_calls(
    report: Path, open_page: Open
) -> None:
    page = open_page(report)
    page.get_by_role("button", name="data moved").click()
    assert page.locator("#kinds").input_value() == "all"
    assert page.locator("#order").input_value() == "bytes"
    assert "order=bytes" in page.url
    part = page.locator(".flame .part.library").first
    operation = part.inner_text()
    part.hover()
    assert page.locator(".flame .told").inner_text().startswith(f"{operation}: ")
    part.click()
    assert page.locator("#search").input_value() == operation
    assert (
        page.locator("#operations-rows .row").first.inner_text().count(operation.removeprefix("numpy.")) >= 1
    )


def test_the_parts_of_a_level_are_as_wide_as_their_times(report: Path, open_page: Open) -> None:
    page = open_page(report)
    whole = page.locator(".flame .part").first.bounding_box()["width"]
    functions = page.locator(".flame > .scroll > .column > .level > .column > .part")
    widths = [functions.nth(at).bounding_box()["width"] for at in range(functions.count())]
    assert sum(widths) == pytest.approx(whole, rel=0.03)
    assert widths == sorted(widths, reverse=True)


def test_places_of_the_verdict_open_in_an_editor(report: Path, open_page: Open) -> None:
    page = open_page(report)
    link = page.locator(".verdict .edit").first
    file, _, line = link.get_attribute("href").removeprefix("vscode://file").rpartition(":")
    assert (
        Path(file).name
        == page.locator(".verdict h2 a").first.inner_text().rpartition(":")[0].rpartition("/")[2]
    )
    assert int(line) > 0

"""`numscope report`: what stands in the page is what the trace says, and hostile names stay data."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from page_blocks import read_blocks, read_column, read_document, text_outside_blocks

import numscope
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")

HOSTILE = "</script><script>alert(1)</script>\x1b[31m\u202egnp.exe<img src=x onerror=alert(2)>\ud800"


def work() -> None:
    a = np.arange(6.0).reshape(2, 3)
    np.mean(a @ a.T, axis=0)
    with np.errstate(all="ignore"):
        np.log(a - 1)
    with pytest.raises(ValueError, match="broadcast"):
        np.add(np.zeros(3), np.zeros(4))


def report(trace: Path, page: Path, *words: str) -> Path:
    assert main(["report", str(trace), "-o", str(page), *words]) == 0
    return page


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "work.numscope"
    with numscope.record(path):
        work()
    return path


@pytest.fixture(scope="module")
def page(trace: Path) -> Path:
    return report(trace, trace.with_suffix(".html"))


def columns(page: Path) -> dict[str, list[int]]:
    layouts = read_document(page, "columns")
    blocks = read_blocks(page)
    return {name: read_column(blocks[name], layout).tolist() for name, layout in layouts.items()}


def test_every_operation_stands_in_the_page_as_the_trace_has_it(trace: Path, page: Path) -> None:
    calls = read_document(page, "calls")
    signatures = read_document(page, "signatures")
    found = columns(page)
    with numscope.open(trace) as opened:
        operations = list(opened)
    assert found["ids"] == [operation.id for operation in operations]
    names = [calls["texts"][calls["columns"]["name"][call]] for call in found["call"]]
    assert names == [operation.name for operation in operations]
    assert found["duration"] == [operation.duration_ns for operation in operations]
    assert found["inner"] == [operation.duration_ns - operation.self_ns for operation in operations]
    parents = [row - back if back else None for row, back in enumerate(found["parent"])]
    assert parents == [operation.parent for operation in operations]
    matmul = names.index("numpy.matmul")
    assert signatures[found["signature"][matmul]] == ["float64[2,3], float64[3,2]", "float64[2,2]"]


def test_flags_tell_nan_infinity_and_exceptions(trace: Path, page: Path) -> None:
    found = columns(page)
    with numscope.open(trace) as opened:
        logarithm = next(operation.id for operation in opened if operation.name == "numpy.log")
        raised = [operation.id for operation in opened if operation.exception]
    assert found["flags"][logarithm] == 3  # log(-1) is NaN, log(0) is -Inf
    assert [number for number, flags in enumerate(found["flags"]) if flags & 4] == raised
    assert "broadcast" in read_document(page, "exceptions")[str(raised[0])]
    origins = read_document(page, "report")["nonfinite"]["origins"]
    assert (origins[0]["id"], origins[0]["nans"], origins[0]["infinities"]) == (logarithm, 1, 1)


def test_the_script_shows_the_finding_and_the_test_fails_until_it_is_mended(
    page: Path, tmp_path: Path
) -> None:
    (origin,) = read_document(page, "report")["nonfinite"]["origins"]
    shown = subprocess.run(
        [sys.executable, "-c", origin["reproducing"]["script"]], capture_output=True, text=True, check=True
    )
    assert "nan" in shown.stdout.partition("result:")[2]
    names: dict[str, Callable[[], None]] = {}
    exec(origin["reproducing"]["test"], names)
    with pytest.raises(AssertionError), np.errstate(all="ignore"):
        names["test_numpy_log_makes_no_nan"]()
    mended = origin["reproducing"]["test"].replace("np.log(", "np.log1p(np.abs(").replace("x0)\n", "x0))\n")
    exec(mended, names)
    names["test_numpy_log_makes_no_nan"]()


def test_values_statistics_and_histograms_are_described(page: Path) -> None:
    rows = columns(page)["described"]
    described = dict(zip(rows, read_document(page, "described-0"), strict=True))
    wide = [one for one in described.values() if len(one["operands"]) == 3 and one["how"] == "operator"]
    (product,) = [one for one in wide if one["operands"][2]["shape"] == [2, 2]]
    result = product["operands"][2]
    assert result["role"] == "output"
    assert result["value"] == "[[ 5. 14.]\n [14. 50.]]"
    assert result["statistics"]["maximum"] == 50
    assert sum(result["histogram"]["counts"]) == result["histogram"]["counted"] == 4
    assert "a @ a.T" in product["site"]["source"]


def test_few_described_operations_are_those_one_would_look_at(trace: Path, tmp_path: Path) -> None:
    small = report(trace, tmp_path / "small.html", "--described", "3")
    found = columns(small)
    assert len(found["described"]) == 3
    assert found["ids"] == columns(trace.with_suffix(".html"))["ids"]
    assert any(found["flags"][row] & 3 for row in found["described"])


def test_the_page_may_load_and_run_nothing_but_itself(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    # The one address is a namespace's name, which nothing ever fetches.
    assert set(re.findall(r"https?://[\w./]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_hostile_names_can_not_leave_their_place(tmp_path: Path) -> None:
    trace = tmp_path / "<b>hostile\u202e.numscope"
    code = compile("import numpy as np\nnp.log(-np.ones(3))\nnp.add(1, 2)", f"{HOSTILE}.py"[:-4], "exec")
    with numscope.record(trace), np.errstate(all="ignore"):
        exec(code, {})
    text = text_outside_blocks(report(trace, tmp_path / "hostile.html"))
    assert text.count("<script") == text.count("</script>")
    for piece in ("alert(1)", "<img", "\x1b", "\u202e", "gnp", "<b>"):
        assert piece not in text
    places = read_document(tmp_path / "hostile.html", "calls")["texts"]
    assert any("<script>alert(1)" in (place or "") for place in places)


def test_a_name_of_100_kb_is_cut_and_says_so(tmp_path: Path) -> None:
    trace = tmp_path / "long.numscope"
    with numscope.record(trace):
        exec(compile("import numpy as np\nnp.ones(3)", "x" * 100_000, "exec"), {})
    texts = read_document(report(trace, tmp_path / "long.html"), "calls")["texts"]
    assert max(len(text or "") for text in texts) < 3_000


@pytest.mark.parametrize("count", [0, 1])
def test_next_to_nothing_recorded_is_a_page_too(tmp_path: Path, count: int) -> None:
    trace = tmp_path / "little.numscope"
    with numscope.record(trace):
        for _ in range(count):
            np.negative(1.0)
    page = report(trace, tmp_path / "little.html")
    assert len(columns(page)["ids"]) == read_document(page, "report")["overview"]["operations"] == count


def test_values_that_were_not_kept_are_said_to_be_missing(tmp_path: Path) -> None:
    for values in ("stats", "none"):
        trace = tmp_path / f"{values}.numscope"
        with numscope.record(trace, values=values):
            np.sqrt(np.arange(400.0))
        page = report(trace, tmp_path / f"{values}.html")
        operands = [one for entry in read_document(page, "described-0") for one in entry["operands"]]
        assert any("not kept" in operand.get("missing", "") for operand in operands)
        assert (read_document(page, "report")["nonfinite"] is None) == (values == "none")


def test_a_mistake_is_one_sentence(tmp_path: Path, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "precious.py"
    script.write_text("print()")
    assert main(["report", str(trace), "-o", str(script)]) == 2
    assert main(["report", str(trace), "-o", str(tmp_path / "no" / "such" / "page.html")]) == 2
    assert main(["report", str(tmp_path / "none.numscope")]) == 3
    assert script.read_text() == "print()"
    lines = capsys.readouterr().err.splitlines()  # with how far it is, on a machine under load
    assert len([line for line in lines if "reading the trace" not in line]) == 3


def test_json_counts_what_the_page_shows(
    trace: Path, page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "counted.html"
    report(trace, target, "--json")
    written = json.loads(capsys.readouterr().out)
    shown = read_document(page, "report")
    assert written == {
        "file": str(target),
        "bytes": target.stat().st_size,
        "operations": shown["overview"]["operations"],
        "nonfinite": 1,
        "advice": shown["advice_found"],
    }
    assert shown["nonfinite"]["found"] == 1
    with numscope.record(tmp_path / "none.numscope", values="none"):
        np.sqrt(2.0)
    report(tmp_path / "none.numscope", tmp_path / "none.html", "--json")
    assert json.loads(capsys.readouterr().out)["nonfinite"] is None


def test_the_source_has_the_cost_of_each_line(page: Path, trace: Path) -> None:
    [source] = [one for one in read_document(page, "source") if one["path"] == __file__]
    lines = {line["number"]: line for line in source["lines"]}
    own = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert source["whole"]
    assert [line["source"] for line in source["lines"]] == own
    product = lines[1 + own.index("    np.mean(a @ a.T, axis=0)")]
    assert product["calls"] == 3  # the transposed view, the product, the mean
    with numscope.open(trace) as opened:
        calls = [one for one in opened if one.user_site and one.user_site.line == product["number"]]
    outermost = [one for one in calls if one.parent is None]
    assert product["bytes"] == sum(one.bytes_in + one.bytes_out for one in outermost)
    assert product["duration_ns"] == sum(one.duration_ns for one in outermost)
    assert product["gave"].startswith("float64[2]")
    logarithm = lines[1 + own.index("        np.log(a - 1)")]
    assert (logarithm["nan"], logarithm["inf"], logarithm["raised"]) == (1, 1, False)
    assert lines[1 + own.index("        np.add(np.zeros(3), np.zeros(4))")]["raised"]
    assert "calls" not in lines[1]

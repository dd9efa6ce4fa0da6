"""`numscope explain`: from a script or a trace to a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_blocks import read_document

from numscope.cli.main import main
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")

LESSONS = Path(__file__).resolve().parents[2] / "examples" / "lessons"


def explain(page: Path, *words: object) -> dict[str, object]:
    assert main(["explain", "-o", str(page), *map(str, words)]) == 0
    document: dict[str, object] = read_document(page, "walk")
    return document


@pytest.mark.parametrize("lesson", shortened(sorted(path.stem for path in LESSONS.glob("*.py")), 4))
def test_the_lessons_speak_both_languages_and_draw_every_step(lesson: str, tmp_path: Path) -> None:
    walk = explain(tmp_path / "page.html", LESSONS / f"{lesson}.py")
    narration = walk["sources"][0]["narration"]  # type: ignore[index]
    assert len(narration) >= 3
    assert all({"en", "zh"} <= set(one["texts"]) for one in narration)
    steps = walk["steps"]
    first = {one["first"]: one["last"] for one in narration}
    told = [any(begin <= step["line"] <= end for begin, end in first.items()) for step in steps]  # type: ignore[attr-defined]
    assert all(told)
    grids = [grid for step in steps for grid in (*step["inputs"], *step["outputs"])]  # type: ignore[attr-defined]
    assert all(grid["cells"] and grid["missing"] is None for grid in grids)


def test_arguments_go_to_the_script_and_a_failing_one_is_told_up_to_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "fails.py"
    script.write_text(
        "import sys\nimport numpy as np\nnp.ones(3) + int(sys.argv[1])\nnp.ones(2) + np.ones(3)\n"
    )
    walk = explain(tmp_path / "page.html", "--lang", "zh", script, "5")
    assert walk["language"] == "zh"
    assert [step["line"] for step in walk["steps"]] == [3, 3, 4, 4, 4]  # type: ignore[attr-defined]
    assert "broadcast" in walk["steps"][-1]["exception"]  # type: ignore[index]
    assert '<html lang="zh">' in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "ValueError" in capfd.readouterr().err


def test_options_are_understood_behind_the_script_too(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "says.py"
    script.write_text("import sys\nimport numpy as np\nnp.ones(3)\nprint(sys.argv[1:])\n")
    page = tmp_path / "page.html"
    assert main(["explain", str(script), "-x", "5", "-o", str(page), "--", "--limit", "0"]) == 0
    assert capfd.readouterr().out.splitlines()[0] == "['-x', '5', '--limit', '0']"
    assert page.exists()


def test_hostile_sources_stay_data(tmp_path: Path) -> None:
    script = tmp_path / "hostile.py"
    script.write_text("import numpy as np\nx = np.array(['</script><script>alert(1)</script>'])[::-1]\n")
    explain(tmp_path / "page.html", "--title", "</title><script>alert(2)</script>", script)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "alert(1)" not in text
    assert "<script>alert(2)" not in text


def test_a_mistake_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    idle = tmp_path / "idle.py"
    idle.write_text("pass\n")
    page = str(tmp_path / "page.html")
    for words in ([str(tmp_path / "none.py")], [str(idle)], [str(tmp_path)]):
        assert main(["explain", "-o", page, *words]) in (2, 3)
    assert main(["explain", "-o", str(idle), str(idle)]) == 2
    errors = capfd.readouterr().err.splitlines()
    assert len(errors) == 4
    assert all(line.startswith("numscope: ") for line in errors)
    assert idle.read_text() == "pass\n"
    with pytest.raises(SystemExit):
        main(["explain", "-o", page])
    assert "are required: SCRIPT|TRACE" in capfd.readouterr().err

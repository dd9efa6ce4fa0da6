"""A trace keeps the text of the program that made it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.cli.main import main

PROGRAM = (
    "import numpy as np\nheat = np.ones(3)\n\n\ndef f(x):\n    return (x * 2).sum()  # größer\n\n\nf(heat)\n"
)
Recorded = Callable[..., Path]


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    """Record PROGRAM as the file program.py and return the trace, sealed."""

    def record(text: str = PROGRAM, **options: object) -> Path:
        script, trace = tmp_path / "program.py", tmp_path / "run.numscope"
        script.write_text(text, encoding="utf-8")
        with numscope.record(trace, **options):  # type: ignore[arg-type]
            exec(compile(text, str(script), "exec"), {})
        numscope.open(trace).close()
        return trace

    return record


def _line_of(trace: Path, name: str) -> str:
    with numscope.open(trace) as opened:
        return next(one for one in opened if one.name == name).user_site.source


def test_a_line_is_shown_as_it_ran_after_an_edit(
    recorded: Recorded, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = recorded()
    (tmp_path / "program.py").write_text("nothing\n" * 20)
    assert _line_of(trace, "numpy.multiply") == "return (x * 2).sum()  # größer"
    assert main(["show", str(trace), "0"]) == 0
    shown = capsys.readouterr().out
    assert "heat = np.ones(3)" in shown
    assert "nothing" not in shown


def test_a_trace_shows_its_lines_on_another_machine(recorded: Recorded, tmp_path: Path) -> None:
    trace = recorded()
    (tmp_path / "program.py").unlink()
    elsewhere = shutil.copytree(trace, tmp_path / "elsewhere" / "copied.numscope")
    _set(elsewhere, host="another")
    assert _line_of(elsewhere, "numpy.ones") == "heat = np.ones(3)"


def test_a_file_of_this_machine_is_shown_if_it_is_still_the_one_that_ran(
    recorded: Recorded, tmp_path: Path
) -> None:
    trace = recorded(values="none")
    assert _line_of(trace, "numpy.ones") == "heat = np.ones(3)"
    (tmp_path / "program.py").write_text("secret = 1\n" * 9)
    assert _line_of(trace, "numpy.ones") == ""


def test_a_file_of_this_machine_is_no_source_of_another_machines_trace(
    recorded: Recorded, tmp_path: Path
) -> None:
    trace = recorded(values="none")
    assert _line_of(trace, "numpy.ones") == "heat = np.ones(3)"
    _set(trace, host="another")
    assert _line_of(trace, "numpy.ones") == ""


def test_sealing_takes_no_files_for_another_machines_trace(tmp_path: Path) -> None:
    script, trace = tmp_path / "program.py", tmp_path / "run.numscope"
    script.write_text(PROGRAM, encoding="utf-8")
    with numscope.record(trace):
        exec(compile(PROGRAM, str(script), "exec"), {})
    _set(trace, host="another")
    numscope.open(trace).close()
    assert not (trace / "sources").exists()


def test_sources_are_the_owners_alone(recorded: Recorded) -> None:
    kept = recorded() / "sources"
    assert {path.stat().st_mode & 0o777 for path in kept.iterdir()} == {0o600}
    assert kept.stat().st_mode & 0o777 == 0o700


def test_equal_files_are_kept_once(tmp_path: Path) -> None:
    trace = tmp_path / "run.numscope"
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(PROGRAM, encoding="utf-8")
    with numscope.record(trace):
        for name in ("one.py", "two.py"):
            exec(compile(PROGRAM, str(tmp_path / name), "exec"), {})
    with numscope.open(trace) as opened:
        assert {Path(file).name for file in opened.sources.files()} == {"one.py", "two.py"}
    assert len(list((trace / "sources").iterdir())) == 2  # the text and the index


def test_nothing_is_kept_where_no_values_are(recorded: Recorded) -> None:
    assert not (recorded(values="none") / "sources").exists()


def test_large_files_and_those_of_libraries_are_left_out(recorded: Recorded) -> None:
    text = "import numpy as np\nnp.median([1.0, 2.0])\n" + "# long\n" * 150_000
    with numscope.open(recorded(text)) as trace:
        names = {Path(file).name for file in trace.sources.files()}
    assert not names & {"program.py", "fromnumeric.py", "_function_base_impl.py"}


def test_a_file_that_changed_while_the_program_ran_is_not_kept(recorded: Recorded, tmp_path: Path) -> None:
    script, trace = tmp_path / "program.py", tmp_path / "run.numscope"
    script.write_text(PROGRAM, encoding="utf-8")
    with numscope.record(trace):
        exec(compile(PROGRAM, str(script), "exec"), {})
        now = script.stat().st_mtime_ns + 10**12
        os.utime(script, ns=(now, now))
    with numscope.open(trace) as opened:
        assert opened.sources.files() == ()


def test_a_damaged_index_leads_nowhere_else(recorded: Recorded, tmp_path: Path) -> None:
    trace = recorded()
    (tmp_path / "secret").write_text("secret\n" * 9)
    index = trace / "sources" / "index.json"
    _set(trace, host="another")
    for damaged in ('{"%s": "../../secret"}' % (tmp_path / "program.py"), "[1", "7", '{"a": 3}'):
        index.write_text(damaged)
        assert _line_of(trace, "numpy.ones") == ""


@pytest.mark.parametrize(
    "text",
    [
        "# coding: latin-1\nimport numpy as np\nä = np.ones(3)\n",
        "\ufeffimport numpy as np\r\n\r\nä = np.ones(3)\r\n",
    ],
)
def test_encodings_and_line_ends(tmp_path: Path, text: str) -> None:
    script, trace = tmp_path / "program.py", tmp_path / "run.numscope"
    script.write_bytes(text.encode("latin-1" if "latin" in text else "utf-8"))
    with numscope.record(trace):
        exec(compile(script.read_bytes(), str(script), "exec"), {})
    assert _line_of(trace, "numpy.ones") == "ä = np.ones(3)"


def _set(trace: Path, **facts: object) -> None:
    manifest = json.loads((trace / "manifest.json").read_text())
    (trace / "manifest.json").write_text(json.dumps({**manifest, **facts}))


def test_modules_without_an_operation_are_kept(tmp_path: Path) -> None:
    files = {
        "main.py": "import importlib\nfrom pkg.work import ones\nimportlib.import_module('apart')\nones()\n",
        "apart.py": "KEPT = False\n",
        "pkg/__init__.py": "",
        "pkg/settings.py": "COUNT = 3\n",
        "pkg/work.py": "import numpy as np\nfrom pkg import (\n    settings,\n)\n\n\ndef ones():\n"
        "    return np.ones(settings.COUNT)\n",
    }
    (tmp_path / "pkg").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    run = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "main.py"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)
    with numscope.open(tmp_path / "t.numscope") as trace:
        kept = {os.path.relpath(file, tmp_path) for file in trace.sources.files()}
        assert kept == files.keys() - {"apart.py"}
        assert trace.sources.line(str(tmp_path / "pkg/settings.py"), 1) == "COUNT = 3"


def test_the_text_of_a_program_is_kept_that_calls_no_library(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(0.5 * 3)\n")
    run = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "main.py"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert [os.path.relpath(file, tmp_path) for file in trace.sources.files()] == ["main.py"]


def test_settings_are_kept_from_beside_the_program_alone_and_without_secrets(tmp_path: Path) -> None:
    project, outside = tmp_path / "a" / "b" / "c" / "project", tmp_path / "outside.json"
    project.mkdir(parents=True)
    outside.write_text('{"n": 1}')
    (tmp_path / "a" / "far.toml").write_text("n = 1\n")
    (project / "credentials.json").write_text('{"n": 1}')
    (project / "rates.toml").write_text('rate = 0.5\npassword = "hunter2"\n')
    (project / "main.py").write_text(
        "import numpy as np\n"
        f"files = ['rates.toml', 'credentials.json', {str(outside)!r}, '../../../far.toml']\n"
        "print(np.ones(3).sum())\n"
    )
    run = [sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "main.py", f"--config={outside}"]
    subprocess.run(run, cwd=project, check=True, capture_output=True)
    with numscope.open(project / "t.numscope") as trace:
        assert trace.sources.settings() == {
            str(project / "rates.toml"): ["rate = 0.5", "password = <redacted>", ""]
        }

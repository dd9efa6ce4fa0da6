"""The lint on files that are opened by their names: what it finds, what it passes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import check_trace_files as lint


@pytest.mark.parametrize(
    "source",
    [
        "text = (trace / 'manifest.json').read_text()",
        "with open(path, 'rb') as file: pass",
        "with path.open('rb') as file: pass",
        "os.open(pack, os.O_WRONLY)",
        "linecache.getlines(site.file)",
        "for path in trace.glob('*'): pass",
        "pq.read_table(folder / 'sites.parquet')",
        "mmap.mmap(file.fileno(), 0)",
        "path.unlink()",
    ],
)
def test_opening_by_name_is_found(source: str) -> None:
    assert len(list(lint.calls_in(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "numscope.open(trace)",
        "with folder.file('calls.parquet') as file: pq.read_table(file.by_descriptor)",
        "mmap.mmap(file.descriptor, 0)",
        "trace.rename(old, new)",
        "recording.open()",
    ],
)
def test_opening_by_descriptor_is_passed(source: str) -> None:
    assert not list(lint.calls_in(source))


def test_c_that_opens_is_found() -> None:
    assert list(lint.native_calls_in("  int fd = open(path, O_RDONLY);\n  reopened(x); // open(\n")) == [
        (1, "open")
    ]


def test_an_exception_that_is_not_needed_is_a_failure() -> None:
    assert list(lint.judge({"a.py": []}, {"a.py": ([".glob"], "why")}))
    assert list(lint.judge({"a.py": [(3, ".glob")]}, {})) == [
        "src/numscope/a.py:3: opens by name: .glob; files of a trace: numscope.format.files"
    ]
    assert not list(lint.judge({"a.py": [(3, ".glob")]}, {"a.py": ([".glob"], "why")}))


def test_the_package_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint.main() == 0, capsys.readouterr().out

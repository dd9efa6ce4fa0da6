"""The pages' script and style in the package are built from the sources in frontend/, without a Node to do it again."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

spec = importlib.util.spec_from_file_location("check_frontend", ROOT / "tools" / "check_frontend.py")
assert spec is not None
assert spec.loader is not None
check_frontend = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_frontend)


def test_built_files_are_of_the_present_sources() -> None:
    assert check_frontend.stale() == []


def test_a_changed_source_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copy = tmp_path / "frontend"
    for path in (ROOT / "frontend").rglob("*"):
        if path.is_file() and "node_modules" not in path.parts:
            target = copy / path.relative_to(ROOT / "frontend")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    monkeypatch.setattr(check_frontend, "SOURCES", copy)
    assert check_frontend.stale() == []
    source = copy / "src" / "report" / "main.ts"
    source.write_text(source.read_text() + "\n")
    assert "report.js" in check_frontend.stale()


def test_jupyterlabs_extension_is_of_the_present_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert not check_frontend.lab_is_stale()
    for folder in ("editors/jupyterlab", "frontend"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules"))
    monkeypatch.setattr(check_frontend, "LAB", tmp_path / "editors" / "jupyterlab")
    assert not check_frontend.lab_is_stale()
    shared = tmp_path / "frontend" / "src" / "output" / "draw.ts"
    shared.write_text(shared.read_text() + "\n")
    assert check_frontend.lab_is_stale()


def test_no_source_reads_text_as_html_or_runs_it() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser"
    )
    folders = ("frontend/src", "editors/jupyterlab/src", "editors/vscode/src")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.ts")]
    assert len(sources) > 10
    assert [path.name for path in sources if forbidden.search(path.read_text())] == []


def test_every_chinese_text_is_said_somewhere() -> None:
    """That every text which is said has its Chinese, the compiler checks: `npm run check`."""
    sources = ROOT / "frontend" / "src"
    chinese = sources / "shared" / "chinese.ts"
    texts = re.findall(r'^  ("(?:[^"\\]|\\.)*"): "', chinese.read_text("utf-8"), re.MULTILINE)
    assert len(texts) > 200
    said = "".join(path.read_text("utf-8") for path in sources.rglob("*.ts") if path != chinese)
    counted = {f'"{{}} {word}{end}"' for word in re.findall(r'"([\w ]+)"', said) for end in ("", "s")}
    assert [text for text in texts if text not in said and text not in counted] == []

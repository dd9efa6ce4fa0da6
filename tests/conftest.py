"""What the tests of several rooms share: real programs in real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import numscope

SOURCES = Path(numscope.__file__).resolve().parent.parent
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def clean_environ() -> dict[str, str]:
    """The environment without anything of numscope's, in which `import numscope` works."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    return {**environ, "PYTHONPATH": str(SOURCES)}


@pytest.fixture
def python(tmp_path: Path, clean_environ: dict[str, str]) -> Run:
    """Run `python *words` in `tmp_path` and return what came of it."""

    def run(*words: str, environ: Mapping[str, str] | None = None, **details: object) -> object:
        merged = {**clean_environ, **(environ or {})}
        details = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 120, **details}
        return subprocess.run([sys.executable, *words], env=merged, check=False, **details)  # type: ignore[call-overload]

    return run  # type: ignore[return-value]


@pytest.fixture
def numscope_command(python: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run `numscope *words` in `tmp_path`, by a script as pip installs it: the folder is not on its path."""
    script = tmp_path_factory.mktemp("bin") / "numscope"
    script.write_text("import sys\nfrom numscope.cli.main import main\nsys.exit(main())\n")
    return lambda *words, **details: python(str(script), *words, **details)

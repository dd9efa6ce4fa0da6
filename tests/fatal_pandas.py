"""A stand-in for pandas that ends the process which imports it: what reads traces must not wait for the real one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def put_fatal_pandas(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put it on the path of the processes that start from now on; it lies in `folder`."""
    stands_in = folder / "stands_in"
    stands_in.mkdir()
    (stands_in / "pandas.py").write_text("import os\nos._exit(66)\n")
    path = os.pathsep.join(filter(None, (str(stands_in), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)

"""A library that is too old is not recorded, with one warning; one newer than was tried is, without a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

OLD = {
    "polars": "0.20.0",
    "networkx": "2.8",
    "cupy": "12.0",
    "pandas": "1.5.3",
    "scipy": "1.5.4",
    "sklearn": "0.24.2",
    "xarray": "0.19.0",
    "jax": "0.3.25",
    "statsmodels": "0.12.2",
    "tensorflow": "1.15.0",
}
NEW = {"dask": "9999.1", "array_api_strict": "99.0"}


def test_an_old_library_is_one_warning_and_a_new_one_is_none(tmp_path: Path) -> None:
    for name, version in {**OLD, **NEW}.items():
        (tmp_path / f"{name}.py").write_text(f"__version__ = {version!r}\ndef f(): return 1\n")
    script = tmp_path / "program.py"
    script.write_text(
        f"import {', '.join([*OLD, *NEW])}\nimport numpy as np\nprint(np.ones(2).sum() + polars.f())\n"
    )
    command = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "--output",
        str(tmp_path / "run.numscope"),
        str(script),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "3.0\n"
    warnings = [line for line in done.stderr.splitlines() if "warning" in line]
    assert len(warnings) == len(OLD), done.stderr
    for version in OLD.values():
        assert [line for line in warnings if f" {version} is older than " in line]

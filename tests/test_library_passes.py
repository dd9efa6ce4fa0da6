"""Tests that need a library are run where it is installed: elsewhere they would be skipped by every pass."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What comes with the libraries only, as the rule `.libraries` of the Makefile and the group `layers` install them.
_WITH_LIBRARIES = {
    *(
        "torch",
        "jax",
        "matplotlib",
        "array_api_compat",
        "nbclient",
        "ipykernel",
        "jupyterlab",
        "mpi4py",
        "ray",
    ),
    *("playwright", "sklearn", "joblib", "polars", "array_api_strict", "dask", "distributed", "xarray"),
    *("statsmodels", "keras"),
}


def _folders() -> tuple[str, ...]:
    spec = importlib.util.spec_from_file_location("test_libraries", ROOT / "tools/test_libraries.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return tuple(module.FOLDERS)


def _skipped_without(path: Path) -> set[str]:
    """Return the packages without which some test of a file is skipped."""
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    return {
        str(call.args[0].value).partition(".")[0]
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "importorskip"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def test_what_is_skipped_without_a_library_is_run_with_all_libraries() -> None:
    folders = _folders()
    skipped = {
        name: sorted(missing)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if (missing := _skipped_without(path) & _WITH_LIBRARIES)
        and not any(
            (name := path.relative_to(ROOT).as_posix()) == one or name.startswith(one + "/")
            for one in folders
        )
    }
    assert skipped == {}

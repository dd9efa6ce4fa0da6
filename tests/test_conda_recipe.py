"""The recipe for conda-forge asks for what pyproject.toml asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    tomllib = pytest.importorskip("tomli", reason="tomli is not installed")
yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).resolve().parents[1]
NAMES = {"python-xxhash": "xxhash", "python-duckdb": "duckdb"}  # conda-forge's -> PyPI's


def test_the_recipe_and_the_project_agree() -> None:
    recipe = yaml.safe_load((ROOT / "packaging/conda-forge/recipe.yaml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]
    assert recipe["context"]["version"] == asked["version"]
    assert recipe["about"]["summary"] == asked["description"]
    run = [one["then"] if isinstance(one, dict) else one for one in recipe["requirements"]["run"]]
    found = {NAMES.get(name, name) + limit for name, _, limit in (one.partition(" ") for one in run)}
    assert found == {one.partition(";")[0].strip() for one in asked["dependencies"]} | {"python"}
    host = {one.replace(" ", "") for one in recipe["requirements"]["host"]}
    assert host == {*project["build-system"]["requires"], "python", "pip"}

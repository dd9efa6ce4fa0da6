from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numscope.errors import UsageError
from numscope.recording.policy import Policy, options
from numscope.recording.sources import origins, resolve


def write_table(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.numscope]\n{text}\n")


# For each option: what a source says in text, in TOML, and the value both mean; then two more texts.
SAID = {
    "output": ("a.numscope", '"a.numscope"', "a.numscope"),
    "force": ("1", "true", True),
    "values": ("stats", '"stats"', "stats"),
    "redact": (r"a{2,3};\d", r"['a{2,3};\d']", (r"a{2,3};\d",)),
    "max-bytes": ("2G", '"2G"', 2_000_000_000),
    "max-array-bytes": ("64Ki", "65536", 65_536),
    "rotate": ("64M", "64000000", 64_000_000),
    "keep": ("4", "4", 4),
    "last": ("10m", '"10m"', 600_000_000_000),
    "ring": ("50", "50", 50),
    "steps": ("100:110,5000", '["100:110", "5000"]', ("100:110", "5000")),
    "ranks": ("0,7", '["0", "7"]', ("0", "7")),
    "max-disk": ("2G", "2000000000", 2_000_000_000),
    "keep-on": ("nan; SIGUSR1", '["nan", "SIGUSR1"]', ("nan", "SIGUSR1")),
    "ops": ("numpy.add, numpy.linalg.*", '["numpy.add", "numpy.linalg.*"]', ("numpy.add", "numpy.linalg.*")),
    "skip": ("numpy.copyto", '"numpy.copyto"', ("numpy.copyto",)),
    "inside": ("pandas", '"pandas"', ("pandas",)),
    "from": ("mypkg.*", '["mypkg.*"]', ("mypkg.*",)),
    "every": ("10", "10", 10),
    "depth": ("2", "2", 2),
    "scalars": ("yes", "true", True),
    "npy": ("dumps", '"dumps"', "dumps"),
    "npy-prefix": ("p", '"p"', "p"),
    "log": ("on", "true", True),
    "stop-on": ("nan; mean > 10", '["nan", "mean > 10"]', ("nan", "mean > 10")),
    "allow": ("numpy.log", '["numpy.log"]', ("numpy.log",)),
    "pdb": ("1", "true", True),
    "rule": ("exploding; size > 2", '["exploding", "size > 2"]', ("exploding", "size > 2")),
    "rules-in-libraries": ("1", "true", True),
}
# What is refused without another.
BESIDE = {"keep-on": {"ring": "9"}}


def meant(key: str, folder: Path) -> object:
    value = SAID[key][2]
    return str(folder / str(value)) if key in ("output", "npy") else value


def test_the_table_above_names_every_option() -> None:
    assert set(SAID) == {option.key for option in options()}


@pytest.mark.parametrize("option", list(options()), ids=lambda option: option.key)
class TestEveryOption:
    def test_is_read_from_each_source(self, option: object, tmp_path: Path) -> None:
        text, toml, _ = SAID[option.key]  # type: ignore[attr-defined]
        expected = meant(option.key, tmp_path)  # type: ignore[attr-defined]
        name = option.name  # type: ignore[attr-defined]
        beside = BESIDE.get(option.key, {})  # type: ignore[attr-defined]
        assert getattr(resolve({**beside, name: text}, {}, tmp_path), name) == expected
        assert getattr(resolve(beside, {option.variable: text}, tmp_path), name) == expected  # type: ignore[attr-defined]
        write_table(tmp_path, f"{option.key} = {toml}")  # type: ignore[attr-defined]
        assert getattr(resolve(beside, {}, tmp_path), name) == expected

    def test_has_a_default_that_is_not_what_was_said(self, option: object, tmp_path: Path) -> None:
        assert getattr(Policy(), option.name) != meant(option.key, tmp_path)  # type: ignore[attr-defined]


def test_command_line_wins_over_environment_over_file(tmp_path: Path) -> None:
    write_table(tmp_path, 'every = 2\nvalues = "none"\ndepth = 4')
    environ = {"NUMSCOPE_EVERY": "3", "NUMSCOPE_VALUES": "stats"}
    policy = resolve({"every": "5"}, environ, tmp_path)
    assert (policy.every, policy.values, policy.depth, policy.scalars) == (5, "stats", 4, None)
    said = origins({"every": "5"}, environ, tmp_path)
    assert said == {
        "every": "--every",
        "values": "NUMSCOPE_VALUES",
        "depth": f"'depth' in {tmp_path / 'pyproject.toml'}",
    }


def test_the_nearest_file_above_the_folder_speaks(tmp_path: Path) -> None:
    write_table(tmp_path, "every = 7")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert resolve({}, {}, inner).every == 7
    (inner / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert resolve({}, {}, inner).every == 1


def test_underscores_in_the_file_mean_hyphens(tmp_path: Path) -> None:
    write_table(tmp_path, "max_bytes = 5")
    assert resolve({}, {}, tmp_path).max_bytes == 5


def test_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    assert resolve({}, {"NUMSCOPE_VALUES": ""}, tmp_path).values == "auto"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("NUMSCOPE_VALUES", "everything"),
        ("NUMSCOPE_MAX_BYTES", "lots"),
        ("NUMSCOPE_MAX_BYTES", "-5"),
        ("NUMSCOPE_EVERY", "0"),
        ("NUMSCOPE_DEPTH", "-1"),
        ("NUMSCOPE_DEPTH", "1.5"),
        ("NUMSCOPE_LOG", "maybe"),
    ],
)
def test_a_wrong_value_is_told_with_its_source(variable: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"{variable}: '{text}'"):
        resolve({}, {variable: text}, tmp_path)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("evry = 2", "'evry' in .* is no option"),
        ("values = 3", "'values' in .*: '3' is none of auto, full, stats, none"),
        ("ops = [1]", "'ops' in .*: .* neither a pattern"),
        ("every = ", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_with_its_path(table: str, message: str, tmp_path: Path) -> None:
    write_table(tmp_path, table)
    with pytest.raises(UsageError, match=message):
        resolve({}, {}, tmp_path)


policies = st.builds(
    Policy,
    values=st.sampled_from(["auto", "full", "stats", "none"]),
    max_bytes=st.integers(0),
    ops=st.lists(st.text()).map(tuple),
    every=st.integers(1),
    log=st.booleans(),
    npy=st.text(),
)


@given(policies)
def test_a_policy_comes_back_from_json(policy: Policy) -> None:
    import json

    assert Policy.from_json(json.loads(json.dumps(policy.to_json()))) == policy


def test_a_policy_of_a_newer_version_is_read_without_what_is_new() -> None:
    assert Policy.from_json({"every": 3, "colour": "red"}) == Policy(every=3)

from __future__ import annotations

import pytest

from numscope.errors import UsageError
from numscope.recording.patterns import caller_selector, check_known, matcher, nearest, selector

NAMES = [
    "numpy.add",
    "numpy.add.reduce",
    "numpy.linalg.svd",
    "numpy.linalg.norm",
    "numpy.ndarray.sum",
    "numpy.sum",
]


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        ("numpy.add", ["numpy.add"]),
        ("numpy.add*", ["numpy.add", "numpy.add.reduce"]),
        ("numpy.linalg.*", ["numpy.linalg.svd", "numpy.linalg.norm"]),
        ("*.sum", ["numpy.ndarray.sum", "numpy.sum"]),
        ("numpy.[as]??", ["numpy.add", "numpy.sum"]),
        ("NUMPY.ADD", []),
    ],
)
def test_patterns_match_whole_names(pattern: str, matched: list[str]) -> None:
    matches = matcher([pattern])
    assert [name for name in NAMES if matches(name)] == matched


def test_no_pattern_matches_nothing() -> None:
    assert not matcher([])("numpy.add")
    assert not matcher([])("")


def test_without_patterns_no_selection_is_made() -> None:
    assert selector((), ()) is None
    assert caller_selector(()) is None


def test_skip_takes_from_what_ops_selects() -> None:
    select = selector(("numpy.linalg.*",), ("*.norm",))
    assert select is not None
    assert [name for name in NAMES if select(name)] == ["numpy.linalg.svd"]
    everything_but = selector((), ("numpy.linalg.*",))
    assert everything_but is not None
    assert len([name for name in NAMES if everything_but(name)]) == 4


def test_a_package_pattern_means_the_package_itself_too() -> None:
    selected = caller_selector(("mypkg.*",))
    assert selected is not None
    assert selected("mypkg")
    assert selected("mypkg.deep.module")
    assert not selected("mypkgs")


@pytest.mark.parametrize(
    ("pattern", "near"),
    [
        ("numpy.linalg.svdd", "numpy.linalg.svd"),
        ("add", "numpy.add"),
        ("np.add", "numpy.add"),
        ("numpy.linag.*", "numpy.linalg"),
    ],
)
def test_an_unknown_pattern_suggests_the_nearest_names(pattern: str, near: str) -> None:
    with pytest.raises(UsageError, match=r"--ops: no operation is called .* did you mean .*" + near):
        check_known([pattern], NAMES, "--ops")


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    assert nearest("qqqqqq", NAMES) == []


@pytest.mark.parametrize("pattern", ["numpy.add", "numpy.linalg.*", "*my_own_ufunc"])
def test_known_and_open_patterns_pass(pattern: str) -> None:
    check_known([pattern], NAMES, "--ops")

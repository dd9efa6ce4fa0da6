"""Facts by pattern: the first that fnmatchcase fits counts, whichever way a pattern is looked up."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numscope.probes.layer.patterns import Facts

_parts = st.sampled_from(["a", "b", "ab", "*", "a*", "*a", "*a*", "?", "[ab]", "__add__"])
_patterns = st.lists(st.lists(_parts, min_size=1, max_size=3).map(".".join), max_size=8, unique=True)
_paths = st.lists(st.sampled_from(["a", "b", "ab", "aab", "__add__"]), min_size=1, max_size=3).map(".".join)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(_patterns, _paths)
def test_the_first_pattern_that_fits_counts(patterns: list[str], path: str) -> None:
    expected = next((pattern for pattern in patterns if fnmatchcase(path, pattern)), "")
    assert Facts({pattern: pattern for pattern in patterns}).of(path, "") == expected

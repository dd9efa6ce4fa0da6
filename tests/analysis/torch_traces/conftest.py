"""Traces of real training, recorded once."""

from __future__ import annotations

import pytest

import numscope


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Record `program()` and return the path of its trace."""

    def record(program, **options):
        path = tmp_path_factory.mktemp("traces") / "run.numscope"
        with numscope.record(path, **options):
            program()
        return path

    return record

"""What can be asked of a confined process, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numscope.analysis.precision.precision import precision
from numscope.analysis.replay.replay import replay
from numscope.analysis.testgen.selection import select

QUESTIONS: dict[str, Callable[..., Any]] = {"precision": precision, "replay": replay, "testgen": select}

"""The line behind an origin, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.nan.cause import Cause
from numscope.trace import Site


@dataclass(frozen=True)
class Root:
    """The line to blame, and why."""

    site: Site
    cause: Cause

"""`numscope advise`: one module a fault that costs time, each with its evidence and its fix."""

from __future__ import annotations

from numscope.analysis.advise.advice import KINDS, Advice, advise
from numscope.analysis.advise.finding import Finding

__all__ = ["KINDS", "Advice", "Finding", "advise"]

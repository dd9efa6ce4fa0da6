"""`numscope check-up`: one module a kind of fault, each silent unless the fault has consequences."""

from __future__ import annotations

from numscope.analysis.check_up.check_up import KINDS, CheckUp, check_up
from numscope.analysis.check_up.finding import Finding

__all__ = ["KINDS", "CheckUp", "Finding", "check_up"]

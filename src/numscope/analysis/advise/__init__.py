"""What a program could do faster: findings with the line, the cost and the fix."""

from __future__ import annotations

from numscope.analysis.advise.advice import KINDS, Advice, advise
from numscope.analysis.advise.finding import Finding

__all__ = ["KINDS", "Advice", "Finding", "advise"]

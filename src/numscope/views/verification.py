"""Whether a trace is whole, in a few lines."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.verify.verification import Verification

_OWN = "recorded by you on this host"
_FOREIGN = (
    "not recorded by you on this host: it is never changed, shows no files of this machine, and its operations are "
    "called with --trust only"
)


def verification_view(found: Verification) -> RenderableType:
    """The verdict first, then who recorded it, then what is wrong."""
    counted = f"{found.operations:,} operations and {found.values:,} kept values"
    verdict = f"whole: {counted} can be read" if found.whole else "damaged: not all of it can be read"
    lines = [Text(verdict, style="bold"), Text(_OWN if found.own else _FOREIGN)]
    return Group(*lines, *(Text(f"  {problem}") for problem in found.problems))

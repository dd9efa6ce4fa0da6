"""What a sealed trace shows at a glance, in the line that a run ends with."""

from __future__ import annotations

from numscope.trace.glance import Glance
from numscope.views.paths import short_path


def glance_line(seen: Glance) -> str:
    """Return the verdict: what ended the program, how many values are not finite, the first floating-point flag."""
    counts = [
        f"{count:,} {'holds' if count == 1 else 'hold'} {name}"
        for count, name in ((seen.nans, "NaN"), (seen.infinities, "Inf"))
        if count
    ]
    verdict = f"of the distinct values {' and '.join(counts)}" if counts else "no value holds NaN or Inf"
    if seen.flags:
        verdict += f"; {' and '.join(seen.flags)} first in {seen.name} at {short_path(seen.file)}:{seen.line}"
    if seen.ended:
        place = f"{short_path(seen.ended.file)}:{seen.ended.line}"
        return f"{seen.ended.kind} ended it at {place}: the next command says why; {verdict}"
    return verdict

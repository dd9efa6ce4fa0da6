"""Numbers outside of the edges that put them into classes: what is looked up by class later finds nothing for them."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.missing import missing_codes
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.spellings import CLASSIFIES
from numscope.trace import Operation, Trace

_EARLIER = """
    select id from called_operations where id < ? and depth = 0 and user_visible and regexp_matches(name, ?)
    order by id desc limit 20
"""
_ADVICE = "Put the ends outside of all numbers, or count the lowest one in (`include_lowest=True`)."


def left_out_of_classes(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that put numbers into classes, if those that got none are the ones `operation` lacks."""
    called = operation.user_site or operation.site
    result = next((one for one in operation.outputs if one.is_array() and one.statistics is not None), None)
    lacking = None if result is None or operation.floating_point else numbers_of(result)
    if called is None or lacking is None or lacking.dtype.kind != "f" or not np.isnan(lacking).any():
        return None
    for earlier in trace.operations.fetch(trace.ask(_EARLIER, [operation.id, CLASSIFIES])["id"].to_pylist()):
        site = earlier.user_site
        codes = next((one for one in earlier.outputs if missing_codes(one)), None)
        known = None if codes is None else numbers_of(codes)
        if known is None or site is None or site.in_library or site.place == called.place:
            continue
        if known.shape == lacking.shape and np.array_equal(known == -1, np.isnan(lacking)):
            count = int(np.isnan(lacking).sum())
            said = f"puts {count:,} of {known.size:,} values into no class, past its edges; {line_of(called, site)}"
            return Root(site, Cause(f"{said} finds nothing for them", _ADVICE))
    return None

"""Mappings whose keys are of another type than what is looked up in them: the text "5" is not the number 5."""

from __future__ import annotations

import re

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.labels import MAPS
from numscope.trace import Operation, Trace

# A recorded mapping whose first key is text; long ones are recorded in part.
_TEXT_FIRST = re.compile(r"\{('[^']*'):")
_ADVICE = "Make both of one type: `{int(key): value for ...}`, or `.astype(str).map(...)`."


def key_types(_: Trace, operation: Operation) -> Root | None:
    """Return that `operation` looks numbers up in a mapping that has keys of text, as JSON has; None: it does not."""
    site = operation.user_site
    if site is None or operation.name not in MAPS:
        return None
    numbers = next((one for one in operation.inputs if one.is_array() and one.statistics is not None), None)
    mappings = (one.literal for one in operation.operands if one.role == "argument")
    found = next(filter(None, (_TEXT_FIRST.match(one) for one in mappings if isinstance(one, str))), None)
    if numbers is None or found is None:
        return None
    said = f"looks numbers ({numbers.dtype}) up in a mapping whose keys are text, such as {found[1]}"
    return Root(site, Cause(said, _ADVICE))

"""Objects that answer NaN outside of their data since they were made so: the line that made them is to blame."""

from __future__ import annotations

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.outside import SETTINGS, Setting
from numscope.trace import Operation, Trace

_MOST = 50


def answers_outside(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that made objects of this class with the setting by which `operation` answers NaN."""
    owner = operation.name.rpartition(".")[0]
    setting = SETTINGS.get(owner)
    if setting is None:
        return None
    made = [one for one in own_before(trace, operation, [owner], _MOST) if _is_set(one, setting)]
    sites = {one.user_site.place: one.user_site for one in made if one.user_site}
    if len(sites) != 1:
        return None
    (site,) = sites.values()
    nans = sum(map(nans_of, operation.outputs))
    lie = "1 value lies" if nans == 1 else f"{nans:,} values lie"
    how = f"`{setting.text}`" + (", the default" if setting.by_default else "")
    said = f"has {owner.rpartition('.')[2]} answer NaN outside {setting.outside} ({how}): {lie} there"
    return Root(site, Cause(f"{said}{at_line_of(operation)}", setting.advice))


def _is_set(made: Operation, setting: Setting) -> bool:
    given = [one.value() for one in made.operands if one.role == "argument" and one.name == setting.argument]
    return given[0] == setting.answers_nan if given else setting.by_default

"""Results that are given names in another order than they come in: `intercept, slope = np.polyfit(x, y, 1)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.trace import Operation

KIND = "meaning"
_SLOPE, _OFFSET = r"slope|gradient|steep|^m$", r"inter|offset|^b$|^c$|const"
_STATISTIC, _CHANCE = r"^[trufzhd]$|stat|corr|rho|^f_|^t_|chi", r"^p$|^p_|pval|_p$|p_?value|signif"
_DISTANCE, _PLACE = r"dist|^d$|^dd$|^r$", r"ind|idx|^i$|^ii$|place|number|neighbo"
_VALUE, _VECTOR = r"val|^w$|lambda|^l$|energ|omega", r"vec|^v$|mode|axes|direction"
_HEIGHT, _EDGE = r"count|hist|height|dens|^n$|freq", r"edge|bins?$|border"
_FREQUENCY, _POWER = r"^f$|^fs$|freq", r"^p$|^pxx|psd|power|spec|dens"
_BEST, _WHERE = r"val|max|best|score|prob|conf", r"ind|idx|arg|place|class|label|pred"
# What each result is called, by the names that stand for it.
_ORDERS: dict[str, tuple[str, ...]] = {
    "linregress": (_SLOPE, _OFFSET),
    "theilslopes": (_SLOPE, _OFFSET),
    "siegelslopes": (_SLOPE, _OFFSET),
    "pearsonr": (_STATISTIC, _CHANCE),
    "spearmanr": (_STATISTIC, _CHANCE),
    "kendalltau": (_STATISTIC, _CHANCE),
    "ttest_ind": (_STATISTIC, _CHANCE),
    "ttest_rel": (_STATISTIC, _CHANCE),
    "ttest_1samp": (_STATISTIC, _CHANCE),
    "mannwhitneyu": (_STATISTIC, _CHANCE),
    "wilcoxon": (_STATISTIC, _CHANCE),
    "ks_2samp": (_STATISTIC, _CHANCE),
    "kstest": (_STATISTIC, _CHANCE),
    "f_oneway": (_STATISTIC, _CHANCE),
    "kruskal": (_STATISTIC, _CHANCE),
    "shapiro": (_STATISTIC, _CHANCE),
    "query": (_DISTANCE, _PLACE),
    "eig": (_VALUE, _VECTOR),
    "eigh": (_VALUE, _VECTOR),
    "eigsh": (_VALUE, _VECTOR),
    "histogram": (_HEIGHT, _EDGE),
    "welch": (_FREQUENCY, _POWER),
    "periodogram": (_FREQUENCY, _POWER),
    "topk": (_BEST, _WHERE),
}
_LINES = "polyfit"


def result_order(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that name two results of a call, each as the other is called."""
    found: set[int] = set()
    for call, operation in in_order(evidence, (*_ORDERS, _LINES), lambda call: _swapped(call) is not None):
        swapped = _swapped(call)
        if swapped is None or call.id in found or not _is_a_pair(call, operation):
            continue
        found.add(call.id)
        first, second = swapped
        problem = (
            f"`{call.name.rpartition('.')[2]}` gives the two the other way round: `{first}` holds the second kind of "
            f"number, `{second}` the first (1 for 2)"
        )
        fix = f"write them as they come: `{second}, {first} = ...`"
        yield finding_of(KIND, call, operation.id, 1, problem, fix)


def _swapped(call: Call) -> tuple[str, str] | None:
    """Return the two names, where each fits what the other holds and not what it holds itself."""
    name = call.name.rpartition(".")[2]
    order = _ORDERS.get(name) or (
        (_OFFSET, _SLOPE) if ".polynomial." in call.full_name else (_SLOPE, _OFFSET)
    )
    statement = sources.statement(call.text, call.line)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    pair = targets[0] if len(targets) == 1 else None
    value = statement.value if isinstance(statement, ast.Assign) else None
    direct = isinstance(value, ast.Call) and value in sources.calls_in(value, name)
    if not direct or not isinstance(pair, ast.Tuple) or len(pair.elts) < 2:
        return None
    first, second = (one.id if isinstance(one, ast.Name) else "" for one in pair.elts[:2])
    fits = [[bool(re.search(pattern, one.lower())) for pattern in order[:2]] for one in (first, second)]
    return (first, second) if fits == [[False, True], [True, False]] else None


def _is_a_pair(call: Call, operation: Operation) -> bool:
    """Return whether the results are two: a polynomial's are its degree and one."""
    if call.name.rpartition(".")[2] != _LINES:
        return len(operation.outputs) >= 2 or any(one.kind == "object" for one in operation.outputs)
    return bool(operation.outputs) and operation.outputs[0].shape == (2,)

"""Errors of parameters that are smaller than the given errors of the data allow.

Without `absolute_sigma=True`, `curve_fit` takes the errors as weights: it scales the covariance by the reduced
chi-square, so that only the ratios of the errors count. The chi-square of right errors is about the number of degrees
of freedom; its cube root is nearly normal (E. B. Wilson and M. M. Hilferty, PNAS 17 (1931) 684).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.arguments import numbers_at
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ABSOLUTE_ERRORS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_ERRORS = re.compile(r"err|unc|sig|std|noise|dev|(^|_)d?[ysu]_?e?$", re.IGNORECASE)
_DEGREES = 6
_FAR = -2.5
_RESIDUALS = """
    select id from called_operations
    where parent = ? and in_library and name like '%subtract' order by id desc limit 40
"""
# What the program does with the second result, the covariance, after the fit.
_READ = """
    select 1 from operand_contents made
        join operand_contents read using (hash_low, hash_high)
        join called_operations o on o.id = read.operation
    where made.operation = ? and made.role = 'output' and made.position = 1 and read.role in ('input', 'argument')
        and o.id > ? and o.time_ns >= ? and not o.in_library limit 1
"""


def stretched_errors(evidence: Evidence) -> Iterator[Finding]:
    """Yield fits with errors of the data, not taken as absolute, whose covariance is far too small for them."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["curve_fit"], _gives_errors):
        data, errors = operand_at(operation, 2, "ydata"), numbers_at(operation, 4, "sigma")
        absolute = operand_at(operation, 5, "absolute_sigma")
        y = None if data is None else numbers_of(data)
        if call.id in found or absolute is not None or errors is None or y is None or y.ndim != 1:
            continue
        if errors.size not in (1, len(y)) or not (errors > 0).all() or len(operation.outputs) < 2:
            continue
        degrees = len(y) - (operation.outputs[0].shape or (0,))[0]
        if degrees < _DEGREES or not _reads_covariance(evidence, operation):
            continue
        rows = evidence.trace.ask(_RESIDUALS, [operation.id])["id"].to_pylist()
        made = [numbers_of(one.outputs[0]) for one in evidence.fetch(rows) if one.outputs]
        sums = [
            float(((one / errors) ** 2).sum()) for one in made if one is not None and one.shape == y.shape
        ]
        reduced = min(sums, default=np.nan) / degrees
        if reduced > 0 and (np.cbrt(reduced) - 1 + 2 / (9 * degrees)) / np.sqrt(2 / (9 * degrees)) < _FAR:
            found.add(call.id)
            problem = (
                "takes `sigma` as weights, and makes the errors of the parameters "
                f"{1 / np.sqrt(reduced):.2g} times smaller "
                "than those of the data allow"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, ABSOLUTE_ERRORS)


def _gives_errors(call: Call) -> bool:
    """Return whether a line gives what is called an error: other weights have no size."""
    names = [
        name
        for node in sources.calls_in(sources.statement(call.text, call.line), "curve_fit")
        for keyword in node.keywords
        if keyword.arg == "sigma"
        for name in sources.names_in(keyword.value)
    ]
    return any(_ERRORS.search(name) for name in names)


def _reads_covariance(evidence: Evidence, operation: Operation) -> bool:
    end = operation.time_ns + (operation.duration_ns or 0)
    return bool(evidence.trace.ask(_READ, [operation.id, operation.id, end]).num_rows)

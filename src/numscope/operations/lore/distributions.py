"""SciPy's distributions with parameters: what makes them, and what asks them."""

from __future__ import annotations

MADE = r"^scipy\.stats\.\w+\.__call__$"
ASKED = "scipy.stats.rv_frozen."
# Of any number these answer a number; of shares from 0 to 1.
OF_VALUES = frozenset(("pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf"))
OF_SHARES = frozenset(("ppf", "isf"))

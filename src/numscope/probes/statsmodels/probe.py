"""statsmodels' probe: its public API, and what its models and results hold."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function
from numscope.probes.statsmodels.surface import StatsmodelsSurface

_OBJECTS = "numscope.probes.statsmodels.objects"
# Attributes of results that compute when they are first read.
_COMPUTED = (
    *("aic", "bic", "bse", "centered_tss", "cov_HC0", "cov_HC1", "cov_HC2", "cov_HC3", "deviance", "ess"),
    *("eigenvals", "f_pvalue", "fittedvalues", "fvalue", "llf", "llnull", "llr", "llr_pvalue", "mse_model"),
    *("mse_resid", "mse_total", "null_deviance", "pearson_chi2", "prsquared", "pvalues", "resid"),
    *("resid_deviance", "resid_pearson", "resid_response", "rsquared", "rsquared_adj", "scale", "ssr"),
    *("tvalues", "uncentered_tss", "wresid", "condition_number"),
)
# They are read through a descriptor of statsmodels' own, so that their caller is never the program.
_READ = Function(everywhere=True)


class StatsmodelsProbe(Layer):
    """Watch the public functions of statsmodels, its models and their results."""

    library = "statsmodels"
    probe_version = 1
    oldest = "0.14"
    tried = ("0.15",)
    public = (
        *("statsmodels.api", "statsmodels.tsa.api", "statsmodels.formula.api", "statsmodels.stats.api"),
        *("statsmodels.genmod.api", "statsmodels.nonparametric.api", "statsmodels.multivariate.api"),
        *("statsmodels.tools", "statsmodels.tools.tools", "statsmodels.stats.multitest"),
        *("statsmodels.stats.stattools", "statsmodels.stats.weightstats", "statsmodels.stats.proportion"),
        *("statsmodels.stats.diagnostic", "statsmodels.stats.outliers_influence"),
        *("statsmodels.regression.linear_model", "statsmodels.genmod.families"),
    )
    handed_out: Mapping[str, str] = {
        "statsmodels.base.model:Model": "base.model.Model",
        "statsmodels.base.wrapper:ResultsWrapper": "base.wrapper.ResultsWrapper",
        "statsmodels.base.model:Results": "base.model.Results",
    }
    computed = tuple(f"*Results.{name}" for name in _COMPUTED)
    facts_of: Mapping[str, Function] = dict.fromkeys(computed, _READ)
    left_out: Mapping[str, str] = {
        "*.test": "runs tests",
        "*.show_versions": "touches no data",
        "*.webdoc": "opens a page",
        "*.load*": "reads a file",
        "*.save": "writes a file",
        "tools.PytestTester*": "runs tests",
    }
    outside: Mapping[str, str] = {
        "*.load*": "it reads a file",
        "*.save": "it writes a file",
        "*plot*": "it draws a figure",
        "*.webdoc": "it opens a page",
    }
    describes: Mapping[str, str] = {
        "base.model.Model": f"{_OBJECTS}:model",
        "base.model.Results": f"{_OBJECTS}:results",
        "base.wrapper.ResultsWrapper": f"{_OBJECTS}:wrapped",
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(StatsmodelsSurface)


PROBE = StatsmodelsProbe()

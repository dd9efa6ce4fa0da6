"""scikit-learn's probe: its public API, and what its estimators hold."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.compiled import CompiledSurface
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

_OBJECTS = "numscope.probes.sklearn.objects"
_PARTS = (
    *("calibration", "cluster", "compose", "covariance", "cross_decomposition", "datasets"),
    *("decomposition", "discriminant_analysis", "dummy", "ensemble", "feature_extraction"),
    *("feature_extraction.image", "feature_extraction.text", "feature_selection", "frozen"),
    *("gaussian_process", "gaussian_process.kernels", "impute", "inspection", "isotonic"),
    *("kernel_approximation", "kernel_ridge", "linear_model", "manifold", "metrics", "metrics.cluster"),
    *("metrics.pairwise", "mixture", "model_selection", "multiclass", "multioutput", "naive_bayes"),
    *("neighbors", "neural_network", "pipeline", "preprocessing", "random_projection"),
    *("semi_supervised", "svm", "tree", "utils", "utils.class_weight", "utils.extmath", "utils.sparsefuncs"),
    *("utils.multiclass", "utils.validation"),
    "base",  # last: its module also holds functions of other modules under their names
)
_SETTINGS = "settings of the estimator: touches no data"
_SELF = "describes the estimator itself: touches no data"
_DRAWING = (
    *("datasets.make_*", "cluster.k_means", "cluster.kmeans_plusplus", "cluster.spectral_clustering"),
    *("model_selection.cross_val*", "model_selection.learning_curve", "model_selection.validation_curve"),
    *("model_selection.permutation_test_score", "inspection.permutation_importance"),
    *("utils.extmath.randomized_*", "decomposition.dict_learning*", "decomposition.fastica"),
    *("feature_selection.mutual_info_*", "covariance.fast_mcd", "linear_model.lars_path*"),
)
_IMPUTES = Function(traits=Trait.FILLS)
# They return arrays, and leave what they have learned in the estimator. `fit` returns the estimator itself.
_FITS = Function(changes=0)
_IMPUTES_AND_FITS = Function(changes=0, traits=Trait.FILLS)


class SklearnProbe(Layer):
    """Watch the public functions, estimators and metrics of scikit-learn."""

    library = "sklearn"
    title = "scikit-learn"
    probe_version = 1
    oldest = "1.3"
    tried = ("1.9",)
    public = ("sklearn", *(f"sklearn.{part}" for part in _PARTS))
    facts_of: Mapping[str, Function] = {
        "*Imputer.fit_transform": _IMPUTES_AND_FITS,
        "*Imputer.*": _IMPUTES,
        **dict.fromkeys(("*.fit_transform", "*.fit_predict"), _FITS),
        **dict.fromkeys(_DRAWING, Function(traits=Trait.DRAWS)),
        "model_selection.train_test_split": Function(traits=Trait.READS_PART | Trait.DRAWS),
        "utils.shuffle": Function(traits=Trait.READS_PART | Trait.DRAWS),
        "utils.resample": Function(traits=Trait.READS_PART | Trait.DRAWS),
    }
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("*.get_params", "*.set_params", "*.set_output", "*.set_callbacks"), _SETTINGS),
        **dict.fromkeys(("*.get_metadata_routing", "*.get_feature_names_out", "*.__sklearn_*"), _SELF),
        **dict.fromkeys(("get_config", "set_config", "config_context", "show_versions"), _SETTINGS),
        "*.set_*_request": _SETTINGS,
        "base.is_*": _SELF,
        "utils.estimator_html_repr": _SELF,
        "utils.deprecated*": "a decorator",
        "utils.parallel_backend*": "a setting of joblib",
        "utils.register_parallel_backend": "a setting of joblib",
        "utils.all_estimators": "lists classes",
        "utils.*Tags*": _SELF,
        "utils.get_tags": _SELF,
        "utils.validation.FiniteStatus*": "names states",
        "utils.validation.check_is_fitted": _SELF,
        "utils.validation.has_fit_parameter": _SELF,
    }
    outside: Mapping[str, str] = {
        "datasets.fetch_*": "it fetches data",
        "datasets.load_*": "it reads a file",
        "datasets.dump_*": "it writes a file",
        "*Display.*": "it draws a figure",
    }
    calling = "numscope.probes.sklearn.calling.recipe"
    describes: Mapping[str, str] = {"base.BaseEstimator": f"{_OBJECTS}:estimator"}

    def surface(self) -> Surface:
        """Return where the public API is; trees in compiled code are watched too."""
        return self.surface_of(CompiledSurface)


PROBE = SklearnProbe()

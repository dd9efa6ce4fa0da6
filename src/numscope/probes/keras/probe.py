"""Keras 3's probe: its public API by the generic layer, and what its models, layers and optimisers hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from numscope.operations.traits import Trait
from numscope.probes.keras.adapter import OLDEST, TRIED
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function, Status, Steps

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

_OBJECTS = "numscope.probes.keras.objects"
_SETTINGS = "settings: touches no data"
_SHAPES = "works with shapes only"
_CALLED_BY_FIT = "called by fit at each batch: touches no data"
_SAVED = "it reads or writes a file"
# Recorded inside Keras' own calls too: a fit shows its layers by them.
_INSIDE = Function(everywhere=True)
_RESULT = Function(stands=False)  # NaN in it is no gap of a table
_STEP = Function(changes=0, traits=int(Trait.DRAWS))
# Where the backend computes each layer as it is called, these are no operations of their own: what runs inside is.
_RUNNING = ("*.evaluate", "*.predict", "*.test_on_batch", "*.predict_on_batch")
_MODELS = ("keras.Model.__call__", "keras.Sequential.__call__", "keras.Function.__call__")
_TRAINING = ("*.fit", "*.train_on_batch")
_FRAMES: Mapping[str, Function] = {
    **dict.fromkeys(_RUNNING, Function(traits=int(Trait.FRAME), everywhere=True)),
    **dict.fromkeys(_TRAINING, Function(changes=0, traits=int(Trait.DRAWS | Trait.FRAME), everywhere=True)),
}

BACKENDS = ("tensorflow", "torch", "jax")


class KerasProbe(Layer):
    """Watch the public functions, layers, models, losses, metrics and optimisers of Keras 3."""

    library = "keras"
    title = "Keras"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    public = ("keras",)
    # What `keras.Model(inputs, outputs)` is an object of.
    handed_out: Mapping[str, str] = {"keras.src.models.functional:Functional": "Model"}
    left_out: Mapping[str, str] = {
        **dict.fromkeys(
            ("*.get_config", "*.from_config", "*.get_build_config", "*.build_from_config"), _SETTINGS
        ),
        **dict.fromkeys(("*.compile", "*.get_compile_config", "*.compile_from_config"), _SETTINGS),
        **dict.fromkeys(
            ("config.*", "dtype_policies.*", "mixed_precision.*dtype_policy", "backend.*"), _SETTINGS
        ),
        **dict.fromkeys(("*DTypePolicy*", "InputSpec*", "distribution.*", "version", "device"), _SETTINGS),
        **dict.fromkeys(("*.compute_output_spec", "*.compute_output_shape", "*.symbolic_call"), _SHAPES),
        **dict.fromkeys(
            ("*.count_params", "*.get_layer", "*.summary", "*.to_json"), "describes the model itself"
        ),
        **dict.fromkeys(
            ("*.set_params", "*.set_fit_request", "*.set_model", "*_metadata_routing"), _SETTINGS
        ),
        **dict.fromkeys(("*.make_*_function", "*.compiled_loss"), "makes a function for fit"),
        "*.forward": "calls of the backend's modules: `__call__` is recorded",
        "callbacks.*.on_*": _CALLED_BY_FIT,
        "callbacks.*.set_*": _CALLED_BY_FIT,
        "utils.Progbar*": "shows how far it is",
        "tree.*": "arranges containers",
        "name_scope*": _SETTINGS,
        "*Scope*": _SETTINGS,
        "legacy.*": "an alias",
        "utils.*custom_object*": _SETTINGS,
        "utils.*keras_object": _SETTINGS,
        "saving.*keras_object": _SETTINGS,
        "saving.*custom_object*": _SETTINGS,
        "saving.get_registered*": _SETTINGS,
        "utils.get_registered*": _SETTINGS,
    }
    facts_of: Mapping[str, Function] = {
        "layers.*.__call__": _INSIDE,
        "Layer.__call__": _INSIDE,
        "Model.__call__": _INSIDE,
        "Sequential.__call__": _INSIDE,
        "losses.*.__call__": _INSIDE,
        "Loss.__call__": _INSIDE,
        "*.update_state": Function(changes=0, everywhere=True),
        "optimizers.*.apply": Function(changes=2, everywhere=True),
        "Optimizer.apply": Function(changes=2, everywhere=True),
        **dict.fromkeys(_RUNNING, _RESULT),
        "*.fit": _STEP,
        "*.train_on_batch": _STEP,
        "*.adapt": _STEP,
        "*.build": _STEP,
        "*.assign*": Function(changes=0),
        "*.set_weights": Function(changes=0),
        "*.reset_state": Function(changes=0),
        **dict.fromkeys(("ops.*", "activations.*"), Function(stands=False)),
        "random.*": Function(traits=int(Trait.DRAWS), stands=False),
        "initializers.*.__call__": Function(traits=int(Trait.DRAWS)),
    }
    outside: Mapping[str, str] = {
        "datasets.*": "it fetches data",
        "applications.*": "it may fetch parameters",
        "*.save*": _SAVED,
        "*.load_*": _SAVED,
        "saving.*": _SAVED,
        "utils.get_file": "it fetches data",
        "utils.plot_model": "it draws a figure",
    }
    describes: Mapping[str, str] = {
        "Layer": f"{_OBJECTS}:layer",
        "Model": f"{_OBJECTS}:model",
        "Variable": f"{_OBJECTS}:variable",
        "Optimizer": f"{_OBJECTS}:optimizer",
        "Metric": f"{_OBJECTS}:metric",
        "Loss": f"{_OBJECTS}:loss",
        "callbacks.History": f"{_OBJECTS}:history",
    }

    steps = Steps("callbacks.CallbackList.on_train_begin", "callbacks.CallbackList.on_train_batch_end")

    def traits(self) -> Mapping[str, int]:
        """Return the library's table."""
        from numscope.operations.keras import TRAITS

        return TRAITS

    def surface(self) -> Surface:
        """Return where the public API of the imported Keras is."""
        from numscope.probes.keras.surface import KerasSurface, public_modules

        return replace(self.surface_of(KerasSurface), modules=public_modules())

    def install(self, hooks: Hooks) -> None:
        """Watch the public API, and describe the backend's tensors. Raises NotRecordedError if it is too old."""
        import numscope._core as core
        from numscope.probes.keras.adapter import computes_at_once
        from numscope.probes.keras.tensors import describe_tensors

        self.refuse_too_old(sys.modules[self.library])
        known = type(self).facts_of
        self.facts_of = known
        if computes_at_once():
            self.facts_of = {**_FRAMES, **known, **_FRAMES}
            core.know_traits(dict.fromkeys(_MODELS, int(Trait.FRAME)))
        super().install(hooks)
        describe_tensors()

    def facts(self) -> dict[str, object]:
        """Return the backend and the settings that change numbers."""
        config = sys.modules["keras"].config
        return {
            "backend": config.backend(),
            "floatx": config.floatx(),
            "dtype policy": config.dtype_policy().name,
        }

    def status(self) -> Status:
        """Return what `numscope doctor` shows; without its backend Keras can't be imported."""
        try:
            return super().status()
        except ModuleNotFoundError as error:
            if error.name not in BACKENDS:
                raise
            return Status(True, f"its backend, {error.name}, is not installed: nothing of it to record")

    def missing(self) -> list[str]:
        """Return the private parts that are not where they are expected."""
        from numscope.probes.keras import adapter

        return [*super().missing(), *adapter.missing(sys.modules["keras"])]


PROBE = KerasProbe()

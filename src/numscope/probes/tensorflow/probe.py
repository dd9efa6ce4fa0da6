"""TensorFlow's probe: public functions by the generic layer, operations by the library's own callbacks."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.operations.traits import Trait
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import INSIDE_VARIABLE, Function, NotRecordedError, NotSpelledError, Spelling
from numscope.probes.tensorflow.adapter import OLDEST, TRIED
from numscope.probes.tensorflow.surface import TensorFlowSurface

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks
    from numscope.probes.tensorflow.inside import GraphValues
    from numscope.probes.tensorflow.performed import PerformedOperations

_HOME = "tensorflow._api.v2"
_PARTS = (
    *("math", "math.special", "linalg", "linalg.experimental", "nn", "nn.experimental", "signal", "image"),
    *("random", "random.experimental", "sets", "bitwise", "sparse", "ragged", "strings", "audio", "autodiff"),
    *("data", "saved_model", "quantization", "raw_ops"),
)
_INSIDE = tuple(f"tensorflow.{part}." for part in ("graph", "traced", "raw_ops", "inside"))
_SETTINGS = "settings: touches no data"
_DESCRIBES = "describes types and shapes: touches no data"
_GRAPHS = "arranges graphs: what they do is seen as they run"


class TensorFlowProbe(Layer):
    """Watch TensorFlow's public functions, variables and tapes, and each operation that is performed or traced."""

    library = "tensorflow"
    title = "TensorFlow"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    public = ("tensorflow", *(f"{_HOME}.{part}" for part in _PARTS))
    shorter: Mapping[str, str] = {"_api.v2.": ""}
    handed_out: Mapping[str, str] = {
        "tensorflow.python.eager.polymorphic_function.polymorphic_function:Function": "Function",
        "tensorflow.python.ops.resource_variable_ops:ResourceVariable": "Variable",
    }
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("TensorShape*", "*Spec*", "DType*", "as_dtype", "Tensor.get_shape"), _DESCRIBES),
        **dict.fromkeys(
            ("Tensor.set_shape", "Tensor.is_compatible_with", "Tensor.experimental_ref"), _DESCRIBES
        ),
        **dict.fromkeys(
            ("Tensor.ref", "Variable.ref", "is_tensor", "is_symbolic_tensor", "*.eval"), _DESCRIBES
        ),
        **dict.fromkeys(("Variable.is_initialized", "Variable.*proto", "type_spec_from_value"), _DESCRIBES),
        **dict.fromkeys(
            ("executing_eagerly", "inside_function", "device", "init_scope", "*name_scope*"), _SETTINGS
        ),
        **dict.fromkeys(
            ("control_dependencies", "get_logger", "load_*", "register_*", "variable_creator*"), _SETTINGS
        ),
        **dict.fromkeys(
            ("Graph*", "Operation*", "function", "Function.get_*", "Function.python_function"), _GRAPHS
        ),
        **dict.fromkeys(("Function.pretty*", "Function.experimental*", "Function.function_spec"), _GRAPHS),
        **dict.fromkeys(("custom_gradient", "recompute_grad", "group", "no_op", "RegisterGradient"), _GRAPHS),
        **dict.fromkeys(
            ("GradientTape.stop_recording", "GradientTape.reset", "GradientTape.watch*"), _GRAPHS
        ),
        **dict.fromkeys(
            ("Module*", "data.Options*", "data.Threading*", "*.Save*", "*.LoadOptions*"), _SETTINGS
        ),
        "raw_ops.*": "recorded by TensorFlow's callback, with its operands",
        "get_static_value": _DESCRIBES,
        "nest.*": "arranges containers",
    }
    facts_of: Mapping[str, Function] = {
        "Variable.assign*": Function(changes=0),
        "Variable.scatter*": Function(changes=0),
        "random.*": Function(traits=int(Trait.DRAWS), stands=False),
        "Function.__call__": Function(stands=False, everywhere=True),
        "Variable": Function(stands=False, everywhere=True),  # made by a metaclass
        **dict.fromkeys(("data.*", "saved_model.*", "GradientTape.*", "autodiff.*"), Function()),
        "*": Function(stands=False),
    }
    outside: Mapping[str, str] = {
        "saved_model.*": "it reads or writes a file",
        "data.*": "it may read files",
        "Function.*": "a function of the program",
    }
    describes: Mapping[str, str] = {"Function": "numscope.probes.tensorflow.objects:function"}
    _performed: PerformedOperations | None = None

    def traits(self) -> Mapping[str, int]:
        """Return the library's table."""
        from numscope.operations.tensorflow import TRAITS

        return TRAITS

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(TensorFlowSurface)

    def install(self, hooks: Hooks) -> None:
        """Watch TensorFlow. Raises NotRecordedError if it is too old, or has no callbacks where they are expected."""
        import numscope._core as core
        from numscope.probes.tensorflow import adapter, arrays
        from numscope.probes.tensorflow.performed import PerformedOperations
        from numscope.probes.tensorflow.summaries import Summary, show_summary

        tensorflow = sys.modules[self.library]
        self.refuse_too_old(tensorflow)
        if adapter.callbacks() is None:
            raise NotRecordedError("this TensorFlow does not call back after its operations")
        core.add_library_paths(adapter.generated_code())
        core.watch_arrays(tensorflow.Tensor, "tensorflow.Tensor", arrays.show_tensor)
        core.watch_arrays(tensorflow.Variable, "tensorflow.Variable", arrays.show_variable)
        core.watch_arrays(Summary, "tensorflow.Tensor", show_summary)
        super().install(hooks)
        self._performed = PerformedOperations(_graph_values(adapter.folders(tensorflow)))
        self._performed.listen()
        core.watch_threads(self._performed.listen)

    def remove(self) -> None:
        """Let TensorFlow call back no more, and watch no further parts."""
        if self._performed is not None:
            self._performed.stop()
        self._performed = None
        super().remove()

    def spelling(self, operation: str) -> Spelling:
        """Return the public function of a call. Raises NotSpelledError for graphs and what was traced."""
        if operation.startswith(_INSIDE):
            raise NotSpelledError(f"{operation} ran inside of TensorFlow")
        found = super().spelling(operation)
        return Spelling(self.library, operation.removeprefix(f"{self.library}."), objects=found.objects)

    def facts(self) -> dict[str, Any]:
        """Return the settings that change numbers."""
        config = sys.modules[self.library].config
        return {
            "oneDNN": os.environ.get("TF_ENABLE_ONEDNN_OPTS", ""),
            "functions run eagerly": config.functions_run_eagerly(),
            "jit": str(config.optimizer.get_jit()),
        }

    def missing(self) -> list[str]:
        """Return the private parts that are not where they are expected."""
        from numscope.probes.tensorflow import adapter

        return [*super().missing(), *adapter.missing()]


def _graph_values(libraries: tuple[str, ...]) -> GraphValues | None:
    """Return what shows the values of nodes of graphs; None: nothing does."""
    if not os.environ.get(INSIDE_VARIABLE):
        return None
    from numscope.probes.tensorflow.inside import GraphValues

    return GraphValues(libraries)


PROBE = TensorFlowProbe()

"""Everything private of TensorFlow that the probe touches.

| part | 2.16 to 2.21 | without it |
|---|---|---|
| `tensorflow.python.framework.op_callbacks` | yes | TensorFlow is not recorded: a warning says so |
| `Tensor._numpy_internal`, without the copy that `numpy()` makes | yes | tensors have no elements |
| `tensorflow.python.eager.record.stop_recording` | yes | reading a variable is noted on gradient tapes |
| `tensorflow.python.framework.op_def_registry` | yes | inputs of operations have numbers for names |
| `Function._jit_compile` in `polymorphic_function.py` | yes | `--inside-jit` with XLA ends in TensorFlow's error |
| `tensorflow._api.v2`, where public modules are | yes | public functions are not seen, operations still are |
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from types import FrameType, ModuleType
from typing import Any

import numscope

OLDEST = "2.16"
TRIED = ("2.21",)


def callbacks() -> ModuleType | None:
    """Return the module that calls back after each operation; None: it is not where it is expected."""
    module = _import("tensorflow.python.framework.op_callbacks")
    has_both = hasattr(module, "add_op_callback") and hasattr(module, "remove_op_callback")
    return module if has_both else None


def input_names(kind: str) -> tuple[str, ...]:
    """Return the names of the inputs of a kind of operation; empty: they are not known, or there are lists of them."""
    registry = _import("tensorflow.python.framework.op_def_registry")
    definition = registry.get(kind) if hasattr(registry, "get") else None  # type: ignore[union-attr]
    return () if definition is None else tuple(argument.name for argument in definition.input_arg)


def generated_code() -> tuple[str, ...]:
    """Return how the names of the files begin into which autograph writes the program's functions anew."""
    return (os.path.join(tempfile.gettempdir(), "__autograph_generated_file"),)


def folders(tensorflow: ModuleType) -> tuple[str, ...]:
    """Return how the names of files begin that are TensorFlow's, Keras' or numscope's, or that autograph wrote."""
    places = [os.path.dirname(tensorflow.__file__ or ""), os.path.dirname(numscope.__file__)]
    keras = importlib.util.find_spec("keras")
    places += [os.path.dirname(keras.origin)] if keras is not None and keras.origin else []
    return (*(place + os.sep for place in places), *generated_code(), "<")


def is_for_xla() -> bool:
    """Return whether XLA compiles what is being traced now: it can't have nodes that call Python."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename.endswith("polymorphic_function.py"):
            traced = frame.f_locals.get("self")
            if getattr(traced, "_jit_compile", None):
                return True
        frame = frame.f_back
    return False


def memory_of(tensor: Any) -> int:
    """Return the address of the elements of an eager tensor in this machine's memory."""
    array = tensor._numpy_internal()
    if not hasattr(array, "ctypes"):  # of a scalar that is a copy
        array = sys.modules["numpy"].asarray(memoryview(tensor))
    return int(array.ctypes.data)


def read(variable: Any) -> Any:
    """Return the tensor that a variable holds, which shares its memory."""
    raw = importlib.import_module("tensorflow").raw_ops
    return raw.ReadVariableOp(resource=variable.handle, dtype=variable.dtype)


def without_gradient() -> AbstractContextManager[Any]:
    """Return a context in which gradient tapes note nothing."""
    record = _import("tensorflow.python.eager.record")
    return record.stop_recording() if hasattr(record, "stop_recording") else nullcontext()  # type: ignore[union-attr]


def missing() -> list[str]:
    """Return the private parts that are not where they are expected."""
    framework = _import("tensorflow.python.framework.ops")
    wanted = {
        "op_callbacks": callbacks() is not None,
        "EagerTensor._numpy_internal": hasattr(getattr(framework, "EagerTensor", None), "_numpy_internal"),
        "Function._jit_compile": "_jit_compile" in vars(importlib.import_module("tensorflow").function(abs)),
        "record.stop_recording": hasattr(_import("tensorflow.python.eager.record"), "stop_recording"),
    }
    return [name for name, is_there in wanted.items() if not is_there]


def _import(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None

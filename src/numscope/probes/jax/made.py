"""What JAX makes of the program's functions: a call of `jax.jit(step)` is the operation `jax.jit.MODULE.step`."""

from __future__ import annotations

import functools
import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

import numscope._core as _core
from numscope.probes.declaration import Refusal
from numscope.probes.probe import INSIDE_VARIABLE

# Functions of `jax` that return another function.
MAKERS = ("jit", "grad", "value_and_grad", "vmap", "pmap", "jacfwd", "jacrev", "hessian", "checkpoint")
_NOT_THE_PROGRAMS = ("jax", "jaxlib", "numscope")
_DEEPEST = 20


def watch(tell: Callable[[str], None]) -> list[Refusal]:
    """Watch what each maker returns from now on, and what the program jitted before; return what can't be.

    tell: shows the user a sentence, such as that the inside of a jitted function is not seen.
    """
    jax, after = sys.modules["jax"], _shadows(tell)
    answers = {name: _core.watch_results(vars(jax)[name], partial(_see, name, after)) for name in MAKERS}
    kind = jitted_type()
    for one in [] if kind is None else gc.get_objects():
        if type(one) is kind:
            _see("jit", after, one)
    return [Refusal(f"jax.{name}", answer) for name, answer in answers.items() if answer]


def _shadows(tell: Callable[[str], None]) -> Any:
    """What is called after each call of a jitted function; None: nothing is."""
    if not os.environ.get(INSIDE_VARIABLE):
        return None
    from numscope.probes.jax.inside.shadow import Shadows

    folders = [os.path.dirname(sys.modules[name].__file__ or "") for name in ("jax", "jaxlib")]
    return Shadows(tuple(folder + os.sep for folder in folders), tell)


@functools.cache
def jitted_type() -> type | None:
    """Return the type of jitted functions, by the example of one of JAX's own; None: not found."""
    example = getattr(sys.modules.get("jax.numpy"), "sin", None)
    return type(example) if type(example).__name__ == "PjitFunction" else None


def name_of(maker: str, made: Any) -> str:
    """Return the name of the operation that a call of `made` is: `jax.MAKER.MODULE.FUNCTION`."""
    plain = _plain(made)
    qualified = str(getattr(plain, "__qualname__", None) or getattr(plain, "__name__", "?"))
    module = getattr(plain, "__module__", None) or "?"
    return f"jax.{maker}.{module}.{qualified.replace('<locals>.', '')}"


def place_of(made: Any) -> str:
    """Return FILE:LINE of the definition of the program's function; "" if there is none."""
    code = getattr(_plain(made), "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def _see(maker: str, after: Any, made: Any) -> None:
    if maker == "jit" and isinstance(made, FunctionType):
        # Of `jax.jit(static_argnums=0)`: what it returns is called with the function.
        _core.watch_results(made, partial(_see, maker, after))
    elif maker != "jit":
        _core.watch_callable(made, name_of(maker, made), place_of(made))
    elif _is_the_programs(made):  # JAX has hundreds of its own, called by functions that are watched
        _core.watch_callable(made, name_of(maker, made), place_of(made), False, after)


def _plain(made: Any) -> Any:
    """The function that was written, within what transformations and functools.partial made of it."""
    for _ in range(_DEEPEST):
        inner = getattr(made, "__wrapped__", None) or getattr(made, "func", None)
        if inner is None:
            break
        made = inner
    return made


def _is_the_programs(made: Any) -> bool:
    return str(getattr(_plain(made), "__module__", "")).partition(".")[0] not in _NOT_THE_PROGRAMS

"""Every private part of Numba that numscope touches, in one table, and how it is replaced and put back.

All of them are in Numba 0.60.0 and 0.68.1, and what stands on them was run on both.
`missing_seams` is the canary: its test names what moved in a new Numba.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numscope.errors import NumscopeError

OLDEST = (0, 60)


@dataclass(frozen=True)
class Seam:
    """One attribute of a Numba module or class, `module:owner.name`, and what numscope needs it for."""

    module: str
    path: str
    purpose: str

    def owner(self) -> Any:
        """The object that holds the attribute."""
        found: Any = importlib.import_module(self.module)
        for part in self.path.split(".")[:-1]:
            found = getattr(found, part)
        return found

    @property
    def name(self) -> str:
        """The attribute's own name."""
        return self.path.rpartition(".")[2]


SEAMS: dict[str, Seam] = {
    "propagate": Seam("numba.core.typeinfer", "TypeInferer.propagate", "all typing errors, not the first"),
    "unify": Seam("numba.core.typeinfer", "TypeInferer.unify", "types known when unification fails"),
    "format_failures": Seam(
        "numba.core.types.functions",
        "_ResolutionFailures.format",
        "which call with which types found no match",
    ),
    "compile_cached": Seam(
        "numba.core.dispatcher", "_FunctionCompiler._compile_cached", "compile again what failed before"
    ),
    "compile_core": Seam("numba.core.dispatcher", "_FunctionCompiler._compile_core", "every CPU compilation"),
    "customize_flags": Seam(
        "numba.core.dispatcher", "_FunctionCompiler._customize_flags", "compiler flags of user functions"
    ),
    "compile_for_args": Seam(
        "numba.core.dispatcher", "_DispatcherBase._compile_for_args", "compile for values without running"
    ),
    "call": Seam("numba.core.dispatcher", "Dispatcher.__call__", "arguments of the call that failed"),
    "dufunc_call": Seam("numba.np.ufunc.dufunc", "DUFunc.__call__", "calls of vectorized functions"),
    "gufunc_call": Seam("numba.np.ufunc.gufunc", "GUFunc.__call__", "calls of guvectorized functions"),
    "ufunc_compile_core": Seam(
        "numba.np.ufunc.ufuncbuilder", "UFuncDispatcher._compile_core", "vectorize and guvectorize"
    ),
    "native_lowering": Seam(
        "numba.core.typed_passes", "BaseNativeLowering.run_pass", "the typed IR just before machine code"
    ),
    "ir_processing": Seam(
        "numba.core.untyped_passes", "IRProcessing.run_pass", "the untyped IR before anything changes it"
    ),
    "lower_inst": Seam("numba.core.lowering", "Lower.lower_inst", "the line that is being compiled"),
    "do_boundscheck": Seam("numba.core.cgutils", "do_boundscheck", "bounds errors with index and size"),
    "add_ir_module": Seam(
        "numba.core.codegen", "CPUCodeLibrary.add_ir_module", "what LLVM says when it reads a module"
    ),
    "load_overload": Seam("numba.core.caching", "Cache.load_overload", "hits and misses of the cache"),
    "finalize": Seam("numba.core.codegen", "CPUCodeLibrary.finalize", "what LLVM says while it optimises"),
    "run_pass": Seam("numba.core.compiler_machinery", "PassManager._runPass", "every pass and its time"),
    "cuda_getitem": Seam(
        "numba.cuda.simulator.cudadrv.devicearray", "FakeCUDAArray.__getitem__", "reads of kernels"
    ),
    "cuda_setitem": Seam(
        "numba.cuda.simulator.cudadrv.devicearray", "FakeCUDAArray.__setitem__", "writes of kernels"
    ),
    "cuda_shared_array": Seam(
        "numba.cuda.simulator.kernelapi", "FakeCUDAShared.array", "shared memory as a watched array"
    ),
    "cuda_syncthreads": Seam("numba.cuda.simulator.kernel", "BlockThread.syncthreads", "barriers"),
    "cuda_block_run": Seam("numba.cuda.simulator.kernel", "BlockManager.run", "one block after another"),
    "cuda_kernel_call": Seam("numba.cuda.simulator.kernel", "FakeCUDAKernel.__call__", "a launch"),
    "cuda_atomic": Seam("numba.cuda.simulator.kernelapi", "FakeCUDAAtomic.add", "atomic operations"),
    "compile_ir": Seam("numba.core.compiler", "compile_ir", "the bodies of prange loops"),
}


def require_numba() -> Any:
    """Import Numba, or raise `NumscopeError` saying that it is missing or older than numscope can read."""
    try:
        numba = importlib.import_module("numba")
    except ImportError as error:
        raise NumscopeError(
            f"Numba is needed for this and could not be imported ({error}); install it: pip install "
            "'numscope[numba]'"
        ) from None
    version = tuple(int(part) for part in numba.__version__.split(".")[:2])
    if version < OLDEST:
        raise NumscopeError(
            f"Numba {numba.__version__} is too old for numscope; it reads "
            f"{'.'.join(map(str, OLDEST))} and newer: pip install -U numba"
        )
    return numba


def numba_types() -> Any:
    """Numba's types, whose module makes its names at run time."""
    return importlib.import_module("numba.core.types")


def missing_seams() -> list[str]:
    """The seams this Numba does not have, as `module:path (purpose)`."""
    missing = []
    for seam in SEAMS.values():
        try:
            present = hasattr(seam.owner(), seam.name)
        except (ImportError, AttributeError):
            present = False
        if not present:
            missing.append(f"{seam.module}:{seam.path} ({seam.purpose})")
    return missing


class Patches:
    """Replaced seams, put back in reverse order by `undo` or at the end of a `with` block."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def wrap(self, name: str, make: Callable[[Any], Any]) -> None:
        """Replace the seam called `name` by `make(original)`."""
        seam = SEAMS[name]
        self._replace(seam.owner(), seam.name, make)

    def wrap_if_there(self, name: str, sibling: str, make: Callable[[Any], Any]) -> None:
        """Replace the attribute `sibling` beside a seam, where this Numba has it."""
        owner = SEAMS[name].owner()
        if hasattr(owner, sibling):
            self._replace(owner, sibling, make)

    def _replace(self, owner: Any, name: str, make: Callable[[Any], Any]) -> None:
        own = name in vars(owner)
        original = getattr(owner, name)
        setattr(owner, name, make(original))
        if own:
            self._undo.append(lambda: setattr(owner, name, original))
        else:
            self._undo.append(lambda: delattr(owner, name))

    def undo(self) -> None:
        """Put every original back."""
        while self._undo:
            self._undo.pop()()

    def __enter__(self) -> Patches:
        return self

    def __exit__(self, *_: object) -> None:
        self.undo()

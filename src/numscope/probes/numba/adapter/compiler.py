"""Numba's compiler as numscope uses it: its modules, and what its objects keep to themselves."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.parts import REPLACED
from numscope.probes.numba.adapter.versions import OLDEST


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


def core(name: str) -> Any:
    """Return a module of the compiler, such as `ir` or `errors`: `missing` looks at what is used of each."""
    return importlib.import_module(f"numba.core.{name}")


def numba_types() -> Any:
    """Return Numba's types, whose module makes its names at run time."""
    return core("types")


def cpu_target() -> Any:
    """Return what code for this processor is compiled with."""
    return core("registry").cpu_target


def as_dtype(type_: Any) -> Any:
    """Return NumPy's dtype of a type of Numba's."""
    return importlib.import_module("numba.np.numpy_support").as_dtype(type_)


def llvm_ir() -> Any:
    """Return llvmlite's module that builds code."""
    return importlib.import_module("llvmlite.ir")


def set_llvm_option(text: str) -> None:
    """Set an option of LLVM as its command line has it."""
    importlib.import_module("llvmlite.binding").set_option("", text)


def allocators() -> dict[str, int]:
    """Return the address of every function of Numba's runtime, by the name that compiled code calls it by."""
    helpers = importlib.import_module("numba.core.runtime._nrt_python").c_helpers
    return {f"NRT_{name}": address for name, address in helpers.items()}


def set_symbol(name: str, address: int) -> None:
    """Let code that is compiled from now on find a function of that name there."""
    importlib.import_module("llvmlite.binding").add_symbol(name, address)


# Calls that fail.


def forget_failure(compiler: Any, arguments: Any, return_type: Any) -> None:
    """Let a compilation that failed before fail again: the exception that Numba kept carries no types."""
    compiler._failed_cache.pop((tuple(arguments), return_type), None)


class Unmatched(NamedTuple):
    """A call inside compiled code for which nothing matched: of what, with which types, and why."""

    function_type: Any
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    reasons: tuple[Any, ...]


def unmatched(failures: Any) -> Unmatched:
    """Read Numba's record of a call for which nothing matched."""
    arguments, keywords = tuple(failures._args), dict(failures._kwargs)
    return Unmatched(failures._function_type, arguments, keywords, tuple(failures._failures))


def compile_for(dispatcher: Any, values: list[Any]) -> None:
    """Compile for a call with these values, without running it. Raises what Numba raises."""
    if dispatcher._can_compile:
        getattr(dispatcher, COMPILE_FOR_ARGS)(*values)
    else:
        getattr(dispatcher, EXPLAIN_MATCHING_ERROR)(*values)


# The functions of a dispatcher in whose frames the arguments of a failing call stand.
COMPILE_FOR_ARGS = REPLACED["compile_for_args"].name
EXPLAIN_MATCHING_ERROR = "_explain_matching_error"


def written_overload(template: Any) -> Any:
    """Return the Python function that implements what Numba compiles, or None where none does."""
    return getattr(template, "_overload_func", None)


def kernel_function(stencil: Any) -> Any:
    """Return the Python function that a stencil was made of; None: the object is no stencil."""
    module = importlib.import_module("numba.stencils.stencil")
    return stencil.kernel_ir.func_id.func if isinstance(stencil, module.StencilFunc) else None


def stencil_options(stencil: Any) -> dict[str, Any]:
    """Return the options of a stencil's decorator."""
    return dict(stencil.options)


def symbol_of_generator(state: Any) -> str | None:
    """Return the symbol of the function that runs a compiled generator to its next value; None: it is none."""
    if not state.func_ir.is_generator:
        return None
    descriptor = core("generators").GeneratorDescriptor.from_generator_fndesc(
        state.func_ir, state.cr.fndesc, state.return_type, state.targetctx.mangler
    )
    return str(descriptor.mangled_name)


def redefine(func_ir: Any) -> None:
    """Let a function's IR know the statements that were put in."""
    func_ir._definitions = core("ir_utils").build_definitions(func_ir.blocks)
    core("postproc").PostProcessor(func_ir).run()


# The cache of compiled code.


class CacheIndex(NamedTuple):
    """The index of a function's cache: its file, and what has to stand in it."""

    path: str
    version: Any
    stamp: Any


def cached_function(cache: Any) -> Any:
    """Return the Python function that a cache is of."""
    return cache._py_func


def cache_index(cache: Any) -> CacheIndex:
    """Return where the index of a cache is, and what it is compared with."""
    files = cache._cache_file
    return CacheIndex(files._index_path, files._version, files._source_stamp)


def index_of_cached(dispatcher: Any) -> str | None:
    """Return the index file of a function's cache, where one of its versions was loaded from there."""
    if not any(dispatcher.stats.cache_hits.values()):
        return None
    return cache_index(dispatcher._cache).path


def object_of(library: Any) -> bytes:
    """Return the object file that a library was loaded from: kept if `enable_object_caching` was called before."""
    data: bytes = library._get_compiled_object()
    return data


def is_of_compiler(module: str) -> bool:
    """Return whether a module, by its dotted name, belongs to Numba or to what it compiles with."""
    return module.partition(".")[0] in ("numba", "llvmlite")


def allow_inline_assembly() -> None:
    """Let LLVM read assembly within the code that it compiles."""
    importlib.import_module("llvmlite.binding").initialize_native_asmparser()

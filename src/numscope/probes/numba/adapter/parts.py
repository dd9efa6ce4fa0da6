"""The parts of Numba and llvmlite that are not public and that numscope touches, each with what it is needed for.

`missing` looks at every one. A part is an attribute of a module, of a class, or of a class's objects: those are
there if a function of the class names them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, NamedTuple


class Part(NamedTuple):
    """One attribute of a Numba module or class, `module:path`, and what numscope needs it for."""

    module: str
    path: str
    purpose: str

    def owner(self) -> Any:
        """Return the object that holds the attribute."""
        found: Any = importlib.import_module(self.module)
        for part in self.path.split(".")[:-1]:
            found = getattr(found, part)
        return found

    @property
    def name(self) -> str:
        """The attribute's own name."""
        return self.path.rpartition(".")[2]

    def get(self) -> Any:
        """Return the part itself."""
        return getattr(self.owner(), self.name)

    def is_there(self) -> bool:
        """Say whether this Numba has it."""
        try:
            owner = self.owner()
        except (ImportError, AttributeError):
            return False
        return hasattr(owner, self.name) or self.name in _named_by(owner)


def _named_by(owner: Any) -> set[str]:
    """Collect the attributes that the functions of a class name, as they do with those of its objects."""
    found: set[str] = set()
    for kind in getattr(owner, "__mro__", ()):
        found.update(vars(kind).get("__slots__", ()), vars(kind).get("__annotations__", ()))
        for member in vars(kind).values():
            code = getattr(getattr(member, "__func__", member), "__code__", None)
            if code is not None:
                found.update(code.co_names, (text for text in code.co_consts if isinstance(text, str)))
    return found


# What is replaced while numscope watches, by the name that `Patches.wrap` is given.
REPLACED: dict[str, Part] = {
    "propagate": Part("numba.core.typeinfer", "TypeInferer.propagate", "all typing errors, not the first"),
    "unify": Part("numba.core.typeinfer", "TypeInferer.unify", "types known when unification fails"),
    "format_failures": Part(
        "numba.core.types.functions",
        "_ResolutionFailures.format",
        "which call with which types found no match",
    ),
    "compile_cached": Part(
        "numba.core.dispatcher", "_FunctionCompiler._compile_cached", "compile again what failed before"
    ),
    "compile_core": Part("numba.core.dispatcher", "_FunctionCompiler._compile_core", "every CPU compilation"),
    "customize_flags": Part(
        "numba.core.dispatcher", "_FunctionCompiler._customize_flags", "compiler flags of user functions"
    ),
    "cfunc_flags": Part(
        "numba.core.ccallback", "_CFuncCompiler._customize_flags", "compiler flags of C callbacks"
    ),
    "compile_for_args": Part(
        "numba.core.dispatcher", "_DispatcherBase._compile_for_args", "compile for values without running"
    ),
    "call": Part("numba.core.dispatcher", "Dispatcher.__call__", "arguments of the call that failed"),
    "dufunc_call": Part("numba.np.ufunc.dufunc", "DUFunc.__call__", "calls of vectorized functions"),
    "gufunc_call": Part("numba.np.ufunc.gufunc", "GUFunc.__call__", "calls of guvectorized functions"),
    "ufunc_compile_core": Part(
        "numba.np.ufunc.ufuncbuilder", "UFuncDispatcher._compile_core", "vectorize and guvectorize"
    ),
    "stencil_call": Part("numba.stencils.stencil", "StencilFunc.__call__", "calls of stencils from Python"),
    "native_lowering": Part(
        "numba.core.typed_passes", "BaseNativeLowering.run_pass", "the typed IR just before machine code"
    ),
    "ir_processing": Part(
        "numba.core.untyped_passes", "IRProcessing.run_pass", "the untyped IR before anything changes it"
    ),
    "lower_inst": Part("numba.core.lowering", "Lower.lower_inst", "the line that is being compiled"),
    "debug_information": Part(
        "numba.core.base", "BaseContext.DIBuilder", "what writes the lines of a function"
    ),
    "do_boundscheck": Part("numba.core.cgutils", "do_boundscheck", "bounds errors with index and size"),
    "add_ir_module": Part(
        "numba.core.codegen", "CPUCodeLibrary.add_ir_module", "what LLVM says when it reads a module"
    ),
    "load_overload": Part("numba.core.caching", "Cache.load_overload", "hits and misses of the cache"),
    "finalize": Part("numba.core.codegen", "CPUCodeLibrary.finalize", "what LLVM says while it optimises"),
    "run_pass": Part("numba.core.compiler_machinery", "PassManager._runPass", "every pass and its time"),
    "cuda_getitem": Part(
        "numba.cuda.simulator.cudadrv.devicearray", "FakeCUDAArray.__getitem__", "reads of kernels"
    ),
    "cuda_setitem": Part(
        "numba.cuda.simulator.cudadrv.devicearray", "FakeCUDAArray.__setitem__", "writes of kernels"
    ),
    "cuda_shared_array": Part(
        "numba.cuda.simulator.kernelapi", "FakeCUDAShared.array", "shared memory as a watched array"
    ),
    "cuda_syncthreads": Part("numba.cuda.simulator.kernel", "BlockThread.syncthreads", "barriers"),
    "cuda_block_run": Part("numba.cuda.simulator.kernel", "BlockManager.run", "one block after another"),
    "cuda_kernel_call": Part("numba.cuda.simulator.kernel", "FakeCUDAKernel.__call__", "a launch"),
    "cuda_atomic": Part("numba.cuda.simulator.kernelapi", "FakeCUDAAtomic.add", "atomic operations"),
    "compile_ir": Part("numba.core.compiler", "compile_ir", "the bodies of prange loops"),
}

# What is read or called: module, class (empty: the module itself), names, purpose.
_USED: tuple[tuple[str, str, str, str], ...] = (
    ("numba.core.registry", "", "CPUDispatcher cpu_target", "calls of jitted functions; what can be compiled"),
    ("numba.core.registry", "CPUDispatcher", "overloads signatures py_func targetoptions targetdescr typeof_pyval",
     "the compiled version that a call runs"),
    ("numba.core.registry", "CPUDispatcher", "_can_compile _explain_matching_error", "calls that match no version"),
    ("numba.core.registry", "CPUDispatcher", "stats _cache", "whether a version was loaded from the cache"),
    ("numba.core.registry", "cpu_target", "typing_context target_context", "what can be compiled, and memory layouts"),
    ("numba.core.typing.context", "BaseContext", "refresh resolve_getattr resolve_overload", "what types have"),
    ("numba.core.cpu", "CPUContext", "get_data_type get_abi_sizeof get_dummy_value call_conv target_data fastmath",
     "sizes and offsets in memory"),
    ("numba.core.callconv", "CPUCallConv", "return_dynamic_user_exc", "bounds errors with index and size"),
    ("numba.core.event", "", "Listener register unregister", "how long compiling took"),
    ("numba.np.ufunc.dufunc", "", "DUFunc", "calls of vectorized functions"),
    ("numba.np.ufunc.dufunc", "DUFunc", "_dispatcher ufunc", "the function that it was made of"),
    ("numba.stencils.stencil", "", "StencilFunc", "kernels of stencils"),
    ("numba.stencils.stencil", "StencilFunc", "kernel_ir options", "kernels of stencils"),
    ("numba.np.ufunc.gufunc", "", "GUFunc", "calls of guvectorized functions"),
    ("numba.np.ufunc.gufunc", "GUFunc", "gufunc_builder ufunc", "the function that it was made of"),
    ("numba.np.ufunc.ufuncbuilder", "GUFuncBuilder", "nb_func py_func", "the function that it was made of"),
    ("numba.np.ufunc.ufuncbuilder", "UFuncDispatcher", "overloads py_func", "its compiled versions"),
    ("numba.core.types", "ClassInstanceType", "class_type struct", "jitclasses"),
    ("numba.core.types", "ClassType", "jit_methods class_name", "names of jitclasses"),
    ("numba.core.types", "ListPayload SetEntry SetPayload ClassDataType", "", "how values lie in memory"),
    ("numba.experimental.jitclass.boxing", "", "_generate_method", "calls of methods of jitclasses"),
    ("numba.core.dispatcher", "", "OmittedArg", "default values of a failing call"),
    ("numba.core.dispatcher", "OmittedArg", "value", "default values of a failing call"),
    ("numba.core.dispatcher", "_FunctionCompiler", "_failed_cache py_func", "compile again what failed before"),
    ("numba.core.types.functions", "_ResolutionFailures", "_function_type _failures _args _kwargs",
     "which call with which types found no match"),
    ("numba.core.typing.templates", "_OverloadFunctionTemplate", "_overload_func",
     "parameter names of what Numba implements"),
    ("numba.core.typing.templates", "ConcreteTemplate", "cases", "argument types of an operator"),
    ("numba.core.typeinfer", "TypeInferer", "func_ir typevars", "types found before inference failed"),
    ("numba.core.typeinfer", "TypeVar", "defined getone", "types found before inference failed"),
    ("numba.core.errors", "", "NumbaError NumbaWarning NumbaPendingDeprecationWarning ForceLiteralArg TypingError "
     "NumbaDebugInfoWarning", "which errors and warnings are Numba's"),
    ("numba.core.config", "", "ALWAYS_WARN_UNINIT_VAR BOUNDSCHECK CACHE_DIR",
     "warnings of unset variables; bounds checks everywhere; a cache of our own"),
    ("numba.core.ir", "", "Arg Assign Block Const Del Expr Global Jump Return SetItem StaticRaise StaticSetItem Var",
     "statements of a function, and ours among them"),
    ("numba.core.ir", "Assign", "target value loc list_vars", "statements of a function"),
    ("numba.core.ir", "StaticRaise", "exc_class exc_args", "statements of a function"),
    ("numba.core.ir", "Block", "body scope terminator find_variable_assignment", "statements of a function"),
    ("numba.core.ir", "Branch", "truebr falsebr get_targets", "the flow of control"),
    ("numba.core.ir", "Expr", "call op", "calls of a probe"),
    ("numba.core.ir", "Loc", "filename line with_lineno", "lines of the source"),
    ("numba.core.ir", "Var", "name", "variables"),
    ("numba.core.ir", "FunctionIR", "blocks func_id loc is_generator _definitions", "a function's statements"),
    ("numba.core.ir", "FunctionIR", "arg_names generator_info", "a function's statements"),
    ("numba.core.ir", "Yield", "index", "what a generator keeps"),
    ("numba.core.ir", "SetAttr", "target attr", "fields of an object under construction"),
    ("numba.core.generators", "GeneratorDescriptor", "from_generator_fndesc", "a generator's machine code"),
    ("numba.core.bytecode", "FunctionIdentity", "func func_name func_qualname filename firstlineno",
     "which function is being compiled"),
    ("numba.core.ir_utils", "", "build_definitions mk_unique_var", "probes among a function's statements"),
    ("numba.core.postproc", "", "PostProcessor", "probes among a function's statements"),
    ("numba.core.postproc", "PostProcessor", "run", "probes among a function's statements"),
    ("numba.core.sigutils", "", "normalize_signature", "argument types of a vectorized function"),
    ("numba.core.cgutils", "", "if_likely if_unlikely", "checks and probes in machine code"),
    ("numba.core.compiler", "CompilerBase", "typemap calltypes cr flags func_id func_ir",
     "what is known between two passes"),
    ("numba.core.compiler", "CompileResult", "library fndesc type_annotation signature metadata objectmode "
     "lifted", "what was compiled"),
    ("numba.core.debuginfo", "DIBuilder", "mark_subprogram", "the lines of a kernel inlined into its loop"),
    ("numba.core.debuginfo", "DummyDIBuilder", "", "no lines in machine code that is not the user's"),
    ("numba.core.compiler", "Flags", "debuginfo dbg_directives_only dbg_extend_lifetimes dbg_optnone enable_ssa "
     "auto_parallel force_pyobject", "lines in machine code"),
    ("numba.core.annotations.type_annotations", "TypeAnnotation", "blocks", "the control flow"),
    ("numba.core.funcdesc", "FunctionDescriptor", "mangled_name uid", "a function's machine code"),
    ("numba.core.codegen", "CPUCodeLibrary", "get_llvm_str get_asm_str", "a function's machine code"),
    ("numba.core.codegen", "JITCodeLibrary", "enable_object_caching _get_compiled_object get_pointer_to_function",
     "lines of a function's machine code"),
    ("numba.core.cpu", "", "ParallelOptions", "parallel loops as they were written"),
    ("numba.parfors.parfor", "ParforDiagnostics", "get_parfors_simple fusion_info nested_fusion_info hoist_info",
     "what became of parallel loops"),
    ("numba.parfors.parfor", "Parfor", "id loc patterns", "what became of parallel loops"),
    ("numba.np.numpy_support", "", "as_dtype", "NumPy's name of a type"),
    ("numba.core.caching", "Cache", "_cache_file _py_func cache_path", "why the cache did not hit"),
    ("numba.core.caching", "IndexDataCacheFile", "_index_path _version _source_stamp", "why the cache did not hit"),
    ("numba.cuda.simulator.cudadrv.devicearray", "", "FakeCUDAArray FakeWithinKernelCUDAArray", "memory of kernels"),
    ("numba.cuda.simulator.cudadrv.devicearray", "FakeCUDAArray", "_ary", "memory of kernels"),
    ("numba.cuda.simulator.kernelapi", "FakeCUDAShared", "_allocations", "shared memory of kernels"),
    ("numba.cuda.simulator.kernel", "BlockThread", "_manager threadIdx blockIdx", "which thread it is"),
    ("numba.cuda.simulator.kernel", "BlockManager", "_block_dim _f", "which block it is"),
    ("llvmlite.binding", "", "set_option", "which loops LLVM vectorised"),
    ("llvmlite.binding", "", "initialize_native_asmparser", "traps in machine code"),
    ("numba.core.targetconfig", "ConfigStack", "top_or_none", "whether a function is compiled for the debugger"),
    ("llvmlite.ir", "", "FunctionType IntType VoidType", "probes and traps in machine code"),
)  # fmt: skip


def parts() -> Iterator[Part]:
    """Name every part."""
    yield from REPLACED.values()
    for module, owners, names, purpose in _USED:
        for owner in owners.split() or [""]:
            for name in names.split():
                yield Part(module, f"{owner}.{name}" if owner else name, purpose)
            if not names:
                yield Part(module, owner, purpose)


def missing() -> list[str]:
    """Return the parts that this Numba does not have, as `module:path (purpose)`."""
    return [f"{part.module}:{part.path} ({part.purpose})" for part in parts() if not part.is_there()]

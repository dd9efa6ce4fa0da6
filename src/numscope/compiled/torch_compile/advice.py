"""What to change, for the causes of graph breaks and recompilations that are well known.

A cause is matched by the name that torch gives it; what no entry matches falls back on torch's own hints.
"""

from __future__ import annotations

import re

from numscope.compiled.torch_compile.breaks import of_library
from numscope.compiled.torch_compile.records import Break, Compilation, FailedGuard
from numscope.compiled.torch_compile.sizes import size_of_guard

_BREAKS: tuple[tuple[str, str], ...] = (
    (
        r"builtin operator.*`print`|`print`",
        "print after the compiled part, or let torch print later: "
        "torch._dynamo.config.reorderable_logging_functions.add(print)",
    ),
    (
        r"^generic_jump|[Dd]ata-dependent branching",
        "the branch depends on a tensor's value: use torch.where for "
        "values, torch.cond for whole computations, or decide before the compiled part",
    ),
    (
        r"Tensor\.item\(\)|\.tolist\(\)",
        "keep the value a tensor (x.max() in place of x.max().item()), or set "
        "torch._dynamo.config.capture_scalar_outputs = True",
    ),
    (
        r"Dynamic shape operator",
        "the result's size depends on values: use a mask (torch.where) in place of "
        "x[x > 0], nonzero and unique, or set torch._dynamo.config.capture_dynamic_output_shape_ops = True",
    ),
    (
        r"\bOptimizer\.",
        "call the optimizer outside of the compiled part, or compile its step alone: torch.compile(optimizer.step)",
    ),
    (r"`torch\._dynamo\.graph_break\(\)`", "the program asks for this break: remove the call"),
    (
        r"torch\.compiler\.disable",
        "the function is excluded from compilation: call it before or after the "
        "compiled part, or remove torch.compiler.disable",
    ),
    (
        r"logging",
        "log after the compiled part, or add the method to torch._dynamo.config.ignore_logging_functions",
    ),
    (r"deepcopy", "copy before the compiled part, or use x.clone()"),
    (
        r"autograd\.grad|Tensor\.backward\(\)",
        "compile the function that computes the loss and call backward outside "
        "of it, or set torch._dynamo.config.trace_autograd_ops = True",
    ),
    (
        r"function marked as skipped",
        "torch does not trace into this function: call it outside of the compiled part, "
        "or wrap it as a custom operator (torch.library.custom_op)",
    ),
    (r"context manager", "open the context manager outside of the compiled part"),
    (
        r"^Constraints violated",
        "the size was marked dynamic, and this line fixes it: remove the mark, use maybe_mark_dynamic, or take "
        "the line out of the compiled part",
    ),
    (r"sparse", "convert sparse tensors outside of the compiled part"),
    (
        r"recompile limit",
        "the function was compiled again too often and now runs uncompiled: see the guards that "
        "failed; pass what varies as a tensor, or raise torch._dynamo.config.recompile_limit",
    ),
    (
        r"^TorchRuntimeError",
        "most likely the call fails without torch.compile too: try it with TORCH_COMPILE_DISABLE=1",
    ),
    (
        r"Observed exception",
        "the function raises: that call can't be compiled whole, and that may be as meant",
    ),
)

_GUARDS: tuple[tuple[str, str], ...] = (
    (
        r"Guard failed on a parameter",
        "torch takes the sizes of parameters for constants: torch._dynamo.config.force_parameter_static_shapes = False "
        "where they vary",
    ),
    (
        r"^2 <= .*size\(\)",
        "torch treats the sizes 0 and 1 apart (they broadcast), with dynamic=True too: pad to 2, accept one more "
        "compilation, or torch._dynamo.decorators.mark_unbacked(x, dim)",
    ),
    (
        r"size mismatch|shape",
        "the size varies: torch.compile(dynamic=True), or torch._dynamo.mark_dynamic(x, dim)",
    ),
    (r"stride", "the memory layout varies: call .contiguous() before the compiled part"),
    (
        r"dtype mismatch",
        "the dtype varies: convert before the compiled part, or accept one compilation a dtype",
    ),
    (
        r"requires_grad mismatch|(?i:grad[ _]mode)|global state",
        "called with gradients on and off: one compilation for training and one for inference is normal",
    ),
    (
        r"GLOBAL_STATE changed",
        "a setting of torch's changed between calls (threads, autocast, determinism, default dtype): set it once",
    ),
    (r"\.training\b|^training ==", "train() and eval() take different paths: two compilations are normal"),
    (
        r"== (True|False)$",
        "each value of a flag gets a compilation of its own: two are normal",
    ),
    (r"^type\(", "the argument's type varies: convert it to one type before the compiled part"),
    (
        r"^(not )?len\(",
        "the length of a container varies: pass a tensor (torch.stack) or one length, "
        "or accept one compilation a length",
    ),
    (
        r"== ['\"]",
        "every text gets a compilation of its own: choose by it before the compiled part, or accept a few of them",
    ),
    (
        r"^self\.[\w.\[\]']+ ==\s*-?[\d.]+$",
        "an attribute that changes from call to call, which torch took for a constant: change it outside of the "
        "compiled part or keep it in a tensor (register_buffer); for whole numbers of a module also "
        "torch._dynamo.config.allow_unspec_int_on_nn_module = True",
    ),
    (
        r"[=!]=\s*-?[\d.]+$",
        "torch took this value for a constant: pass a tensor (torch.tensor(n)) where it varies, "
        "or keep it fixed",
    ),
    (
        r"same object",
        "another object at every call (a lambda or a module made anew): make it once and pass the same",
    ),
)


def for_break(found: Break) -> list[str]:
    """Return what to change about the graph break `found`."""
    if "`torch._dynamo.graph_break()`" in found.cause and (found.inside or of_library(found.filename)):
        return [
            "the library ends the graph there on purpose: leave it, or call this outside of the compiled part"
        ]
    return _for_text(f"{found.cause} {found.explanation}") or found.hints


def for_guard(failed: FailedGuard, compilation: Compilation) -> list[str]:
    """Return what to change about the guard that failed and led to `compilation`, nothing where we know nothing."""
    size = size_of_guard(failed, compilation)
    if size is not None and size.fixed:
        return [
            f"torch made {size.source} a variable, and the code fixes it (a weight's size, a comparison, a loop): "
            "expect a compilation for each value, pad to few values, or take what fixes it out of the compiled part"
        ]
    return [text for pattern, text in _GUARDS if re.search(pattern, failed.guard)][:1]


def _for_text(text: str) -> list[str]:
    return [advice for pattern, advice in _BREAKS if re.search(pattern, text)][:1]

"""The script that shows a difference and nothing else."""

from __future__ import annotations

import inspect
import pprint
import textwrap
from pathlib import Path
from typing import Any

import torch

from numscope.compiled.torch_compile.check.bisect import Culprit
from numscope.compiled.torch_compile.graph_file import graph_text
from numscope.probes.torch.adapter import compiler as adapter

_INLINE_LIMIT = 64
_COMPARE = """
def gradients(outputs, inputs):
    wanted = [each for each in inputs if isinstance(each, torch.Tensor) and each.requires_grad]
    outputs = [each for each in outputs if isinstance(each, torch.Tensor) and each.grad_fn is not None]
    if not wanted or not outputs:
        return []
    total = sum(each.abs().sum() if each.is_complex() else each.sum() for each in outputs)
    return [each for each in torch.autograd.grad(total, wanted, allow_unused=True) if each is not None]


def results(function):
    torch.manual_seed(0)
    values = inputs()
    outputs = torch.utils._pytree.tree_leaves(function(*values))
    return [*outputs, *gradients(outputs, values)]


eager = results(run)
compiled = results(torch.compile(run, backend=BACKEND))
worst = 0
for one, other in zip(eager, compiled, strict=True):
    if isinstance(one, torch.Tensor):
        one, other = one.detach(), other.detach()
        wide, narrow = one.to(torch.complex128), other.to(torch.complex128)
        same = torch.allclose(wide, narrow, rtol=1e-4, atol=1e-4 * float(wide.abs().max() if wide.numel() else 0),
                              equal_nan=True)
    else:
        same = one == other
    print("same" if same else f"DIFFERENT\\n  eager    {one}\\n  compiled {other}")
    worst |= not same
raise SystemExit(int(worst))
"""


def write_minimal_script(culprit: Culprit, path: Path) -> bool:
    """Write to `path` a script that ends with exit code 1 where the difference shows; return False if there is none.

    Inputs of up to 64 elements stand in the text, larger ones in `path` with the suffix `.pt`. Settings
    of Inductor that the program changed are set in the script too.
    """
    if not isinstance(culprit.backend, str):
        return False
    if culprit.module is not None:
        body, inputs = _module_text(culprit), culprit.inputs
    else:
        source = _function_text(culprit)
        if source is None or culprit.suspect.keywords:
            return False
        body, inputs = source, culprit.suspect.arguments
    settings = "\n".join(adapter.changed_settings()) + "\n"
    path.write_text(
        f'"""{_title(culprit)}"""\n\nimport torch\nimport torch._inductor.config\n\n{settings}\n{body}\n\n'
        f"{_inputs_text(inputs, path)}\n{_COMPARE.replace('BACKEND', repr(culprit.backend_name))}",
        encoding="utf-8",
    )
    return True


def _title(culprit: Culprit) -> str:
    what = ", ".join(culprit.operations) or culprit.suspect.name
    how = f" ({culprit.difference.where}: {culprit.difference.how})" if culprit.difference else ""
    return textwrap.fill(f"{what}: backend {culprit.backend_name} differs from eager{how}.", 100).replace(
        '"', "'"
    )


def _module_text(culprit: Culprit) -> str:
    assert culprit.module is not None
    text = graph_text(culprit.module, "").text.strip()
    return f"{text}\n\n\ndef run(*values):\n    return forward(None, *values)\n"


def _function_text(culprit: Culprit) -> str | None:
    """Return the function's source where it needs nothing but torch and builtins, None otherwise."""
    function = culprit.suspect.function
    code = getattr(function, "__code__", None)
    if code is None or code.co_freevars:
        return None
    globals_used = {name for name in code.co_names if name in function.__globals__}
    if any(function.__globals__[name] is not torch for name in globals_used):
        return None
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except OSError:
        return None
    lines = source.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(("def ", "async def ")))
    return "\n".join(lines[start:]) + f"\n\n\nrun = {function.__name__}\n"


def _inputs_text(inputs: tuple[Any, ...], path: Path) -> str:
    large = any(isinstance(each, torch.Tensor) and each.numel() > _INLINE_LIMIT for each in inputs)
    if large or not all(isinstance(each, (torch.Tensor, int, float, bool, type(None))) for each in inputs):
        torch.save(list(inputs), path.with_suffix(".pt"))
        name = path.with_suffix(".pt").name
        return (
            "\ndef inputs():\n    import pathlib\n\n"
            f"    path = pathlib.Path(__file__).with_name({name!r})\n"
            "    return torch.load(path, weights_only=False)\n"
        )
    lines = ",\n".join(textwrap.indent(_literal(each), " " * 8) for each in inputs)
    return f"\ndef inputs():\n    return [\n{lines}\n    ]\n"


def _literal(value: Any) -> str:
    if not isinstance(value, torch.Tensor):
        return repr(value)
    numbers = pprint.pformat(value.detach().tolist(), width=90, compact=True)
    extra = ", requires_grad=True" if value.requires_grad else ""
    text = f"torch.tensor({numbers}, dtype={value.dtype}, device={str(value.device)!r}{extra})"
    return text.replace("inf", "float('inf')").replace("nan", "float('nan')")

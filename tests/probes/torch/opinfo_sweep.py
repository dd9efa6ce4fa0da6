"""Run by hand: samples of torch's own operator database, forward and backward, plain and recorded, compared bit by bit.

    python tests/probes/torch/opinfo_sweep.py [VALUES]

VALUES is none, stats or full. Prints how many operators and samples were run and which differ.
"""

import logging
import sys
import tempfile
import warnings
from pathlib import Path

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree

import numscope

SAMPLES = 3


def outcome(operator, sample):
    """Bytes of all results and gradients, or the exception."""
    torch.manual_seed(0)
    clone = lambda x: x.detach().clone().requires_grad_(x.requires_grad) if plain(x) else x  # noqa: E731
    given = _pytree.tree_map(clone, (sample.input, sample.args, sample.kwargs))
    try:
        result = operator.op(given[0], *given[1], **given[2])
        leaves = [x for x in _pytree.tree_leaves(result) if isinstance(x, torch.Tensor)]
        wanted = [x for x in leaves if x.requires_grad and plain(x) and not x.is_complex()]
        if wanted:
            sum(x.double().sum() for x in wanted).backward()
        gradients = [x.grad for x in _pytree.tree_leaves(given) if isinstance(x, torch.Tensor) and x.is_leaf]
        return [bits(x) for x in (*leaves, *gradients)]
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"


def plain(x):
    return isinstance(x, torch.Tensor) and x.layout == torch.strided and not x.is_nested


def bits(x):
    if x is None or not plain(x):
        return str(type(x))
    return (
        (
            str(x.dtype),
            tuple(x.shape),
            x.stride(),
            bytes(x.detach().resolve_conj().resolve_neg().contiguous().view(-1).view(torch.uint8).numpy()),
        )
        if x.numel()
        else (str(x.dtype), tuple(x.shape))
    )


def main() -> int:
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    values = sys.argv[1] if len(sys.argv) > 1 else "stats"
    operators = samples = 0
    differ, unstable = [], []
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for operator in op_db:
            if torch.float32 not in operator.supported_dtypes("cpu"):
                continue
            try:
                some = [
                    s
                    for _, s in zip(
                        range(SAMPLES),
                        operator.sample_inputs(
                            "cpu", torch.float32, requires_grad=operator.supports_autograd
                        ),
                        strict=False,
                    )
                ]
            except Exception:  # noqa: BLE001
                continue
            operators += 1
            cases += [(operator, sample) for sample in some]
        plainly = [outcome(*case) for case in cases]
        with numscope.record(Path(folder, "t.numscope"), values=values) as recording:
            recorded = [outcome(*case) for case in cases]
        again = [outcome(*case) for case in cases]
        for (operator, _), first, second, third in zip(cases, plainly, recorded, again, strict=True):
            samples += 1
            if first != third:
                unstable.append(operator.name)
            elif first != second:
                differ.append(operator.name)
        print(
            f"{operators} operators, {samples} samples, values={values}: {len(differ)} differ {sorted(set(differ))}; "
            f"not reproducible plainly: {sorted(set(unstable))}; {len(recording)} operations recorded"
        )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

"""Every operator of torch's own library that draws random numbers, called on the CPU."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

GIVEN = {
    **dict.fromkeys(("self", "input", "mean", "std", "p", "prob", "count"), lambda: torch.rand(3, 4)),
    **dict.fromkeys(("query", "key", "value"), lambda: torch.rand(1, 2, 3, 4)),
    "noise": lambda: torch.zeros(3, 4),
    "high": lambda: torch.tensor(9),
}
PLAIN = {
    "size": [3, 5],
    "high": 9,
    "low": 2,
    "n": 7,
    "num_samples": 3,
    "p": 0.4,
    "train": True,
    "mean": 1.0,
    "training": True,
    "to": 9,
    "from": 2,
    "dropout_p": 0.5,
    "std": 2.0,
}
OUT = {"multinomial": torch.int64, "out1": torch.bool}
RECURRENT = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}
# On other devices than the CPU, or nested tensors; flash attention on the CPU takes no dropout.
ELSEWHERE = ("cudnn", "miopen", "mps", "triton", "efficient", "flash", "mem_eff", "nested", "fused")


def drawing():
    """(name, overload) of each operator that torch marks as drawing."""
    found = set()
    for full in torch._C._dispatch_get_all_op_names():
        space, _, name = full.partition("::")
        name, _, overload = name.partition(".")
        packet = getattr(torch.ops.aten, name, None) if space == "aten" else None
        operator = getattr(packet, overload or "default", None)
        if operator is not None and torch.Tag.nondeterministic_seeded in operator.tags:
            found.add((name, overload))
    return found


def runs_elsewhere(name):
    return any(word in name for word in ELSEWHERE)


def call(name, overload, generator=None):
    """Call it on something."""
    if name in RECURRENT:
        return recurrent(name, overload)
    operator = getattr(getattr(torch.ops.aten, name), overload or "default")
    positional, named = [], {}
    for argument in operator._schema.arguments:
        kind = str(argument.real_type)
        if "Generator" in kind:
            value = generator
        elif argument.name.startswith("out"):
            dtype = OUT.get(argument.name, OUT.get(name, torch.float32))
            value = torch.empty(shape_of(name, overload), dtype=dtype)
        elif kind == "Tensor":
            value = GIVEN[argument.name]()
        elif argument.name in PLAIN and not (argument.has_default_value() and kind == "number"):
            value = PLAIN[argument.name]
        elif argument.has_default_value():
            value = argument.default_value
        else:
            raise AssertionError(f"{name}.{overload}: what is {argument}?")
        if argument.kwarg_only:
            named[argument.name] = value
        else:
            positional.append(value)
    return operator(*positional, **named)


def shape_of(name, overload):
    if name == "multinomial":
        return (3, 3)
    if name == "randperm":
        return (7,)
    return (3, 5) if name in ("rand", "randn", "randint") or overload == "float_float_out" else (3, 4)


def recurrent(name, overload):
    options = {"nonlinearity": name.partition("_")[2]} if name.startswith("rnn") else {}
    layers = getattr(torch.nn, RECURRENT[name])(3, 4, num_layers=2, dropout=0.5, **options)
    x = torch.rand(5, 2, 3)
    layers(torch.nn.utils.rnn.pack_padded_sequence(x, [5, 3]) if overload == "data" else x)

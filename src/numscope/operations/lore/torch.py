"""What advice knows of torch's operators by their names."""

from __future__ import annotations

# Their results are copies, or the tensor itself, on purpose.
COPYING = ("aten::clone", "aten::contiguous", "aten::to")
# Operators -> NumPy's functions of the same meaning, by which formulas are recognised.
MEANING = {
    "sub": "subtract",
    "rsub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "true_divide": "divide",
    "pow": "power",
    "neg": "negative",
    "abs": "absolute",
    "mm": "matmul",
    "bmm": "matmul",
    "index": "__getitem__",
    "select": "__getitem__",
    "slice": "__getitem__",
    "view": "reshape",
    "_unsafe_view": "reshape",
    "t": "T",
    "permute": "transpose",
    "unsqueeze": "expand_dims",
    "expand": "broadcast_to",
    "clone": "copy",
    "contiguous": "copy",
    "detach": "copy",
    "to": "astype",
    "_to_copy": "astype",
    "amax": "max",
    "amin": "min",
}
# Losses of digits -> what PyTorch has for it; where nothing is said, its function has the name of NumPy's.
FORMULAS = {
    "naive variance": "torch.var(x, correction=0): first the mean, then the squares of the differences from it",
    "log(1 + exp(x))": "torch.nn.functional.softplus(x)",
    "log-sum-exp without the shift": "torch.logsumexp(x, dim)",
    "softmax without the shift": "torch.softmax(x, dim); of its logarithm: torch.log_softmax(x, dim)",
    "logistic function": "torch.sigmoid(x); of its logarithm: torch.nn.functional.logsigmoid(x)",
    "norm": "torch.linalg.vector_norm(x)",
    "single value": "Divide by n (correction=0), or leave out a last batch of one (drop_last=True).",
    "long sum": "sum in float64: dtype=torch.float64",
    "sum that cancels": "sum in float64: dtype=torch.float64",
}

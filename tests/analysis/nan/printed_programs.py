"""Programs by a grammar that print a number: a source of values that holds NaN, up to three steps, a result.

A value has a kind: a list, an array, a Series, a tensor or a number. Each line takes one and says which it gives. Those
of `handled` deal with the NaN, so that the number is finite.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

HEAD = "import io, json, math, pickle, sys\nimport numpy as np\nimport pandas as pd\nimport torch\n"
Line = tuple[str, str]

SOURCES: Sequence[Line] = (
    ("x = [1.0, 2.0, float('nan'), 4.0]", "list"),
    ("x = [float(one) if one else math.nan for one in ['1', '', '3', '4']]", "list"),
    ("x = [{'a': 1.0, 'b': 2.0}.get(key, np.nan) for key in ['a', 'c', 'b', 'a']]", "list"),
    ("x = np.array('1 2 nan 4'.split(), dtype=float)", "array"),
    ("x = np.genfromtxt(io.StringIO('1,2,,4'), delimiter=',')", "array"),
    ("x = np.loadtxt(io.StringIO('1\\n2\\nnan\\n4'))", "array"),
    ("x = np.array([1.0, None, 3.0, 4.0], dtype=float)", "array"),
    ("x = np.log(np.array([1.0, 2.0, -3.0, 4.0]))", "array"),
    ("x = np.array([1.0, 2.0, -3.0, 4.0]) ** 0.5", "array"),
    ("d = np.array([1.0, 2.0, 0.0, 4.0])\nx = d / d", "array"),
    ("d = np.array([1.0, 2.0, np.inf, 4.0])\nx = d - d", "array"),
    ("def root(v):\n    return np.sqrt(v - 2.5)\nx = root(np.array([1.0, 2.0, 3.0, 4.0]))", "array"),
    ("x = pd.Series([1.0, 2.0, None, 4.0])", "series"),
    ("x = pd.to_numeric(pd.Series(['1', '2', 'x', '4']), errors='coerce')", "series"),
    ("x = pd.Series([1.0, 2.0, 4.0], index=[0, 1, 3]).reindex(range(4))", "series"),
    ("x = pd.read_csv(io.StringIO('v\\n1\\n2\\n\"\"\\n4'))['v']", "series"),
    ("x = pd.Series([0.0, 0.0, 1.0, 2.0]).pct_change()", "series"),
    ("x = pd.Series(['a', 'b', 'c', 'a']).map({'a': 1.0, 'b': 2.0})", "series"),
    ("x = np.log(pd.Series([1.0, 2.0, -3.0, 4.0]))", "series"),
    ("d = pd.Series([1.0, 2.0, 0.0, 4.0])\nx = d / d", "series"),
    ("x = pd.Series([1.0, 2.0, 3.0]) + pd.Series([1.0, 2.0, 3.0], index=[1, 2, 3])", "series"),
    ("x = torch.log(torch.tensor([1.0, 2.0, -3.0, 4.0]))", "tensor"),
    ("d = torch.tensor([1.0, 2.0, 0.0, 4.0])\nx = d / d", "tensor"),
    ("x = torch.softmax(torch.full((4,), -torch.inf), 0)", "tensor"),
    ("d = np.float64(0.0)\nx = d / d", "number"),
    ("x = np.corrcoef([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])[0, 1]", "number"),
    ("x = np.array([]).mean()", "number"),
    ("x = np.std([3.0], ddof=1)", "number"),
    ("x = pd.Series([3.0]).std()", "number"),
)
STEPS: Mapping[str, Sequence[Line]] = {
    "list": (
        ("x = np.array(x)", "array"),
        ("x = pd.Series(x)", "series"),
        ("x = torch.tensor(x)", "tensor"),
        ("x = [2 * one for one in x]", "list"),
        ("x = json.loads(json.dumps(x))", "list"),
        ("def double(v):\n    return [2 * one for one in v]\nx = double(x)", "list"),
    ),
    "array": (
        ("x = x * 2 + 1", "array"),
        ("x = x.reshape(-1, 1)[:, 0]", "array"),
        ("x = np.sort(x)", "array"),
        ("x = x.astype(np.float32)", "array"),
        ("x = np.concatenate([x, x])", "array"),
        ("x = np.clip(x, 0, 3)", "array"),
        ("x = np.where(x > 3, 3.0, x)", "array"),
        ("x = x - x.mean()", "array"),
        ("x = np.fft.ifft(np.fft.fft(x)).real", "array"),
        ("x = pickle.loads(pickle.dumps(x))", "array"),
        ("y = np.zeros(len(x))\nfor i in range(len(x)):\n    y[i] = x[i] * 2\nx = y", "array"),
        ("x = np.vectorize(lambda v: v * 2)(x)", "array"),
        ("x = pd.Series(x)", "series"),
        ("x = torch.from_numpy(np.asarray(x, dtype=float))", "tensor"),
    ),
    "series": (
        ("x = x * 2", "series"),
        ("x = x.to_numpy()", "array"),
        ("x = x.sort_values()", "series"),
        ("x = x.apply(lambda v: v + 1)", "series"),
        ("t = pd.DataFrame({'a': x})\nt['b'] = t['a'] * 2\nx = t['b']", "series"),
        ("x = pd.concat([x, x]).reset_index(drop=True)", "series"),
        ("x = x.clip(0, 2)", "series"),
    ),
    "tensor": (
        ("x = x * 2", "tensor"),
        ("x = x.numpy()", "array"),
        ("x = torch.relu(x)", "tensor"),
        ("x = torch.cat([x, x])", "tensor"),
        ("x = torch.clamp(x, 0, 3)", "tensor"),
        ("x = x.cumsum(0)", "tensor"),
    ),
    "number": (("x = x + 1", "number"), ("x = float(x)", "number")),
}
RESULTS: Mapping[str, Sequence[str]] = {
    "list": ("np.mean(x)", "np.sum(x)", "np.dot(x, x)", "np.max(x)", "np.std(x)", "np.median(x)"),
    "array": (
        *("x.sum()", "x.mean()", "np.median(x)", "x @ x", "x.max()", "x.std()", "np.linalg.norm(x)"),
        *("np.percentile(x, 90)", "np.einsum('i,i->', x, x)", "np.average(x)", "np.ptp(x)", "sum(x)"),
    ),
    "series": (
        *("x.to_numpy().sum()", "x.sum(skipna=False)", "x.values @ x.values", "x.dot(x)", "sum(x)"),
        "np.median(x)",
    ),
    "tensor": ("x.sum()", "x.mean().item()", "float(x.max())", "(x @ x).item()", "x.std()"),
    "number": ("x",),
}
# Of lists and numbers Python's own tests are seen by no operation.
HANDLED: Mapping[str, Sequence[Line]] = {
    "array": (
        ("x = x[~np.isnan(x)]", "array"),
        ("x = x[np.isfinite(x)]", "array"),
        ("x = np.nan_to_num(x)", "array"),
        ("x = np.where(np.isnan(x), 0.0, x)", "array"),
        ("x = x.copy()\nx[np.isnan(x)] = 0.0", "array"),
        ("x = np.delete(x, np.where(np.isnan(x)))", "array"),
        ("x = np.ma.masked_invalid(x).compressed()", "array"),
        ("x = np.array([one for one in x if not np.isnan(one)])", "array"),
        ("x = pd.Series(x).dropna().to_numpy()", "array"),
        ("x = np.fmax(x, 0.0)", "array"),
    ),
    "series": (
        ("x = x.dropna()", "series"),
        ("x = x.fillna(0.0)", "series"),
        ("x = x[x.notna()]", "series"),
        ("x = x.where(x.notna(), 0.0)", "series"),
        ("x = x.interpolate(limit_direction='both')", "series"),
        ("x = x.fillna(x.median())", "series"),
        ("x = x.mask(x.isna(), 1.0)", "series"),
        ("x = x[~x.isna()].to_numpy()", "array"),
    ),
    "tensor": (
        ("x = x[~torch.isnan(x)]", "tensor"),
        ("x = torch.nan_to_num(x)", "tensor"),
        ("x = torch.where(torch.isnan(x), torch.zeros_like(x), x)", "tensor"),
        ("x = x.masked_fill(torch.isnan(x), 0.0)", "tensor"),
        ("x = x.clone()\nx[torch.isnan(x)] = 0.0", "tensor"),
    ),
    "number": (("x = 0.0 if np.isnan(x) else x", "number"),),
}
SHOWN = (
    "print(result)",
    "print(f'{result:.3f}')",
    "print('value', float(result))",
    "print('%g' % result)",
    "print({'score': result})",
    "print(json.dumps(float(result)))",
    "sys.stdout.write(str(result) + '\\n')",
)


def program(seed: int) -> str:
    """Return the program of a seed."""
    choose = random.Random(seed).choice
    lines, kind = _values(choose, (0, 1, 2, 3))
    return HEAD + "\n".join((*lines, f"result = {choose(RESULTS[kind])}", choose(SHOWN)))


def handled(seed: int) -> str:
    """Return the program of a seed that deals with the NaN."""
    choose = random.Random(f"handled {seed}").choice
    lines, kind = _values(choose, (0, 1, 2))
    if kind == "list":
        lines, kind = [*lines, "x = np.array(x)"], "array"
    text, kind = choose(HANDLED[kind])
    return HEAD + "\n".join((*lines, text, f"result = {choose(RESULTS[kind])}", choose(SHOWN)))


def _values(choose: Callable[[Sequence[Any]], Any], counts: Sequence[int]) -> tuple[list[str], str]:
    text, kind = choose(SOURCES)
    lines = [text]
    for _ in range(choose(counts)):
        text, kind = choose(STEPS[kind])
        lines.append(text)
    return lines, kind

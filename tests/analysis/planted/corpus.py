"""Thirty-five faults, each planted in the same program: an edit of a source, other data, or other surroundings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Fault:
    """One fault, and what a comparison has to say of it first.

    edit: text of the source `file` and what stands there instead. data: what is done to `weights.npy`. environ: other
    environment variables of the second run. line: text in the line of the operation to be blamed, in the faulty
    source, or in the right one where the operation is missing. operation, kind: of the first change. relation: what the
    change in some operand has to be called. fact: what has to be told of the surroundings.
    """

    name: str
    operation: str
    kind: str
    line: str
    edit: tuple[str, str] | None = None
    file: str = "program.py"
    data: Callable[[Any], Any] | None = None
    environ: dict[str, str] = field(default_factory=dict)
    relation: str | None = None
    fact: str | None = None


def _one_element(weights: Any) -> Any:
    weights[3, 2] += 0.5
    return weights


def _with_nan(weights: Any) -> Any:
    weights[1, 1] = np.nan
    return weights


_LOADED = '"weights.npy"'


def _data(name: str, change: Callable[[Any], Any], relation: str | None) -> Fault:
    return Fault(name, "numpy.load", "result", _LOADED, data=change, relation=relation)


def _code(
    name: str, operation: str, kind: str, old: str, new: str, line: str | None = None, **more: Any
) -> Fault:
    return Fault(name, operation, kind, new if line is None else line, (old, new), **more)


FAULTS: tuple[Fault, ...] = (
    _data("weights scaled by 1.1", lambda w: w * 1.1, "scaled by 1.1"),
    _data("weights drifted by 0.1 %", lambda w: w * 1.001, "scaled by 1.001"),
    _data("one weight changed", _one_element, "one element"),
    _data("rows of the weights permuted", lambda w: w[[1, 0, 2, 3, 4]], "rows permuted"),
    _data("columns of the weights permuted", lambda w: w[:, [0, 1, 4, 3, 2]], "columns permuted"),
    _data("weights transposed", lambda w: w.T.copy(), "transposed"),
    _data("sign of the weights", lambda w: -w, "negated"),
    _data("weights shifted", lambda w: w + 0.25, "shifted by 0.25"),
    _data("weights clipped", lambda w: np.clip(w, -0.5, 0.5), "clipped to [-0.5, 0.5]"),
    _data("weights rounded to float32", lambda w: w.astype(np.float32).astype(float), "rounded to float32"),
    _data("weights saved as float32", lambda w: w.astype(np.float32), "rounded to float32"),
    _data("a NaN among the weights", _with_nan, "one element"),
    _code(
        "another seed",
        "numpy.random.default_rng",
        "argument",
        "default_rng(7)",
        "default_rng(8)",
        fact="seed",
    ),
    _code(
        "one element set to something else", "numpy.ndarray.__setitem__", "argument", "1] = 7.0", "1] = 77.0"
    ),
    _code("axis", "numpy.ndarray.mean", "argument", "mean(axis=0)", "mean(axis=1)"),
    _code("ddof", "numpy.ndarray.std", "argument", "std(axis=0, ddof=1)", "std(axis=0)"),
    _code("clipped closer", "numpy.clip", "argument", "-0.75, 0.75", "-0.75, 0.7"),
    _code("slice off by one", "numpy.ndarray.__getitem__", "argument", "features[1:4]", "features[1:5]"),
    _code(
        "transposed operand",
        "numpy.ndarray.T",
        "inserted",
        "np.matmul(features, weights)",
        "np.matmul(features, weights.T)",
    ),
    _code(
        "swapped operands",
        "numpy.subtract",
        "swapped",
        "np.subtract(readings, centre)",
        "np.subtract(centre, readings)",
    ),
    _code(
        "swapped operands of one shape",
        "numpy.subtract",
        "swapped",
        "error = output - target",
        "error = target - output",
    ),
    _code(
        "broadcast along the other axis",
        "numpy.ndarray.__getitem__",
        "argument",
        "target[:, np.newaxis] - output[np.newaxis, :]",
        "target[np.newaxis, :] - output[:, np.newaxis]",
    ),
    _code(
        "extra operation",
        "numpy.absolute",
        "inserted",
        "    hidden = activate(hidden)",
        "    hidden = np.abs(hidden)\n    hidden = activate(hidden)",
        "np.abs(hidden)",
    ),
    _code(
        "missing operation",
        "numpy.tanh",
        "removed",
        "    hidden = activate(hidden)\n",
        "",
        "return np.tanh(values)",
    ),
    _code(
        "other operation",
        "numpy.arctan",
        "replaced",
        "return np.tanh(values)\n\n\ndef squash",
        "return np.arctan(values)\n\n\ndef squash",
        "np.arctan",
    ),
    _code(
        "other order",
        "numpy.min",
        "moved",
        "    low = np.min(window)\n    high = np.max(window)\n",
        "    high = np.max(window)\n    low = np.min(window)\n",
        "= np.m",
    ),
    _code(
        "other call path",
        "numpy.tanh",
        "other path",
        "hidden = activate(hidden)",
        "hidden = squash(hidden)",
        "return np.tanh(values)",
    ),
    _code("one step of the loop more", "numpy.matmul", "inserted", "steps=4", "steps=5", "np.matmul"),
    _code("one step of the loop less", "numpy.matmul", "removed", "steps=4", "steps=3", "np.matmul"),
    _code(
        "a copy forgotten",
        "numpy.ndarray.copy",
        "removed",
        "best = weights.copy()",
        "best = weights",
        "weights.copy()",
    ),
    _code(
        "computed in single precision",
        "numpy.add",
        "argument",
        "np.add(features, noise)",
        "np.add(features, noise, dtype=np.float32)",
    ),
    _code(
        "comparison the other way", "numpy.less", "replaced", "np.where(gate > 0", "np.where(gate < 0", "gate"
    ),
    _code(
        "an exception",
        "numpy.roll",
        "exception",
        "np.roll(features, 1, axis=1)",
        "np.roll(features, 1, axis=2)",
    ),
    _code(
        "library version",
        "numpy.multiply",
        "argument",
        "1.02)",
        "1.03)",
        "1.03",
        file="thermometer.py",
        fact="library thermometer",
    ),
    Fault(
        "number of threads",
        "numpy.array_split",
        "argument",
        "array_split",
        environ={"OMP_NUM_THREADS": "2"},
        fact="OMP_NUM_THREADS",
    ),
    Fault(
        "order of a set",
        "numpy.array",
        "argument",
        "len(name) for name",
        environ={"PYTHONHASHSEED": "3"},
        relation="permuted",
        fact="PYTHONHASHSEED",
    ),
)


def lay_out(folder: Path, fault: Fault | None) -> None:
    """Write the program, its library and its data into `folder`, with the fault or right."""
    folder.mkdir(parents=True)
    for name in ("program.py", "thermometer.py"):
        text = (HERE / name).read_text(encoding="utf-8")
        if fault is not None and fault.edit is not None and fault.file == name:
            old, new = fault.edit
            assert text.count(old) == 1, (fault.name, text.count(old))
            text = text.replace(old, new)
        if fault is not None and fault.name == "library version":
            text = text.replace('"1.0"', '"2.0"')
        (folder / name).write_text(text, encoding="utf-8")
    rng = np.random.default_rng(11)
    np.save(folder / "readings.npy", rng.normal(10, 3, (5, 5)))
    weights = rng.normal(size=(5, 5))
    np.save(folder / "weights.npy", weights if fault is None or fault.data is None else fault.data(weights))

"""Run a program in this process, and tell what its expressions held and what it came to."""

from __future__ import annotations

import ast
import builtins
import contextlib
import hashlib
import io
import socket
import sys
import time
import warnings
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

Facts = dict[str, Any]
_WATCHED = "__watched__"
_LARGEST = 3_000_000  # elements: larger arrays are not looked at


def place(node: ast.expr) -> str:
    """Return where an expression stands in its text, as a key."""
    return f"{node.lineno}:{node.col_offset}:{node.end_lineno}:{node.end_col_offset}"


def watched(script: Path, with_facts: bool) -> Facts:
    """Run a script as the main program.

    Returns `came_to`, a digest by name of each global variable, of standard output and of the figures, `seconds`, and
    `facts`: what each expression held when it was evaluated first, by `place`; `again` if it was once more.
    """
    text = script.read_text(encoding="utf-8")
    tree, facts = ast.parse(text), dict[str, Facts]()
    if with_facts:
        tree = ast.fix_missing_locations(_Watching().visit(tree))

        def watch(where: str, value: object) -> object:
            if where in facts:
                facts[where]["again"] = True
            else:
                facts[where] = facts_of(value)
            return value

        setattr(builtins, _WATCHED, watch)
    printed, begin = io.StringIO(), time.perf_counter()
    with contextlib.redirect_stdout(printed):
        names = run_main(script, compile(tree, str(script), "exec"))
    seconds = time.perf_counter() - begin
    came_to = {name: digest for name, value in names.items() if (digest := _digest(value)) is not None}
    came_to["printed text"] = _hash(printed.getvalue().encode())
    came_to["figures"] = _figures()
    return {"came_to": came_to, "seconds": seconds, "facts": facts}


def run_main(script: Path, code: CodeType) -> dict[str, Any]:
    """Run the code of a script as the main program, without a network, and return its global names."""
    socket.getaddrinfo = _no_network  # type: ignore[assignment]
    sys.argv = [str(script)]
    main = ModuleType("__main__")
    main.__file__ = str(script)
    sys.modules["__main__"] = main
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, vars(main))
    return vars(main)


def _no_network(*_given: object, **_named: object) -> None:
    raise OSError("programs that ask the network are left out, at once")


def facts_of(value: object) -> Facts:
    """Return what a value is: its type, and of numbers their type, shape, ends and other properties."""
    module, _, _ = type(value).__module__.partition(".")
    name = type(value).__name__
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, (bool, int, float)):
        return {"is": "number", "value": float(value) if abs(value) < 1e300 else None}
    if module == "pandas" and name == "DataFrame":
        kinds = {str(column): kind.kind for column, kind in value.dtypes.items() if isinstance(column, str)}  # type: ignore[attr-defined]
        return {"is": "frame", "rows": len(value), "columns": kinds}  # type: ignore[arg-type]
    if module == "pandas" and name == "Series":
        return {"is": "series", "rows": len(value), "dtype": str(value.dtype)}  # type: ignore[arg-type, attr-defined]
    if module == "torch" and name == "Tensor":
        return {"is": "tensor", "dtype": str(value.dtype), "shape": list(value.shape)}  # type: ignore[attr-defined]
    return {"is": "object", "class": f"{module}.{name}"}


def _array(values: np.ndarray[Any, Any]) -> Facts:
    facts: Facts = {"is": "array", "dtype": values.dtype.name, "shape": list(values.shape)}
    if values.dtype.kind not in "iuf" or not 0 < values.size <= _LARGEST:
        return facts
    with np.errstate(all="ignore"):
        finite = bool(np.isfinite(values).all())
        facts |= {"finite": finite, "writeable": bool(values.flags.writeable)}
        if finite:
            wide = values.astype(np.float64)
            facts |= {
                "min": float(wide.min()),
                "max": float(wide.max()),
                "whole": bool((wide == np.rint(wide)).all()),
            }
            facts |= {"constant": facts["min"] == facts["max"], "covariance": _is_covariance(wide)}
            sums = wide.sum(axis=-1)
            facts["shares"] = bool(
                facts["min"] >= 0 and values.shape[-1] > 1 and np.allclose(sums, 1, atol=1e-4)
            )
    return facts


def _is_covariance(values: np.ndarray[Any, Any]) -> bool:
    """Say whether a matrix is symmetric and positive, is no diagonal matrix, and is not large."""
    if values.ndim != 2 or values.shape[0] != values.shape[1] or not 2 <= len(values) <= 300:
        return False
    if not np.allclose(values, values.T) or np.count_nonzero(values - np.diag(np.diag(values))) == 0:
        return False
    return bool(np.linalg.eigvalsh(values)[0] > 0)


def _digest(value: object) -> str | None:
    """Return what tells a value of numbers from another one; None of a value without any."""
    module, _, _ = type(value).__module__.partition(".")
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return repr(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "iufb":
            value = value.astype(np.float64)  # of another type, the same numbers are no other result
        return _hash(value.tobytes()) if value.dtype != object else _hash(repr(value.tolist()).encode())
    if module == "pandas" and hasattr(value, "to_numpy"):
        return _hash(repr(value.to_numpy().tolist()).encode())
    if module == "torch" and hasattr(value, "detach") and hasattr(value, "numpy"):
        return _hash(value.detach().cpu().numpy().tobytes())
    if isinstance(value, (list, tuple)) and value and all(_digest(one) is not None for one in value):
        return _hash("".join(str(_digest(one)) for one in value).encode())
    return None


def _figures() -> str:
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None:
        return ""
    drawn = []
    for number in plots.get_fignums()[:8]:
        picture = io.BytesIO()
        plots.figure(number).savefig(picture, format="raw", dpi=40)
        drawn.append(picture.getvalue())
    return _hash(b"".join(drawn))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


class _Watching(ast.NodeTransformer):
    """Hands what expressions come to on to the watcher, but for callees and what is compiled elsewhere."""

    def _wrapped(self, node: ast.expr) -> ast.expr:
        where = place(node)
        self.generic_visit(node)
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        return ast.Call(ast.Name(_WATCHED, ast.Load()), [ast.Constant(where), node], [])

    visit_Name = visit_Attribute = visit_Subscript = visit_BinOp = _wrapped  # noqa: N815

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Leave the callee as it is."""
        where = place(node)
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        node.args = [self.visit(one) for one in node.args]
        for one in node.keywords:
            one.value = self.visit(one.value)
        return ast.Call(ast.Name(_WATCHED, ast.Load()), [ast.Constant(where), node], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave decorated functions as they are: they may be compiled."""
        if not node.decorator_list:
            node.body = [self.visit(one) for one in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation as it is."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Leave patterns as they are."""
        return node

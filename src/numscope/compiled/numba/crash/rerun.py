"""A function that died in compiled code, run as Python on the inputs it had: `python -m ...rerun FOLDER`.

FOLDER holds `call.json`: file, first line of the function, arguments (texts, or numbers of `N.npy`), and how divisions
are to be looked at (see `run_as_python`). The script itself is not run again: of its file only imports, functions, and
names bound to something simple are taken. What happens is written to `found.json`.
"""

from __future__ import annotations

import ast
import copy
import json
import operator
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

from numscope.compiled.numba.crash.loops import looped

SMALLEST = -(2**63)
_HELPER = "numscope_divide"
_MODULE = "numscope_rerun"
_SIMPLE_CALLS = ("np", "numpy", "math", "float", "int", "complex", "bool", "len", "range", "tuple")


class ImpossibleDivisionError(ArithmeticError):
    """A division that the processor refuses."""


def main() -> int:
    """Run the call in FOLDER and write what came of it."""
    folder = Path(sys.argv[1])
    call = json.loads((folder / "call.json").read_text(encoding="utf-8"))
    found = run_again(call, folder)
    (folder / "found.json").write_text(json.dumps(found), encoding="utf-8")
    return 0


def run_again(call: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What happened: `raised` (with line, function, locals, causes), `ended`, or why it could not be run."""
    try:
        if "fields" in call:
            fields = {name: value_of(given, folder) for name, given in call["fields"].items()}
            function = method_of(call["file"], call["line"], call["divisions"], fields)
        else:
            function = function_of(call["file"], call["line"], call["divisions"])
    except (OSError, SyntaxError, LookupError) as error:
        return {"event": "impossible", "why": str(error)}
    positional = [value_of(given, folder) for given in call["positional"]]
    named = {name: value_of(given, folder) for name, given in call["named"].items()}
    try:
        with np.errstate(all="ignore"):
            function(*positional, **named)
    # Whatever it raises is what is looked for.
    except Exception as error:  # noqa: BLE001
        return _raised(error, call["file"])
    return {"event": "ended"}


def value_of(given: dict[str, Any], folder: Path) -> Any:
    """Return an argument of a call, as `call.json` has it."""
    if "array" not in given:
        return ast.literal_eval(given["text"])
    array = np.load(folder / f"{given['array']}.npy", allow_pickle=False)
    return array[()] if given["scalar"] else array


def function_of(file: str, line: int, divisions: str = "", compiled: bool = False) -> Any:
    """Return the function at a line of a file, with what it needs of that file, as Python or compiled.

    Raises `LookupError` where it is not at the top of the file or needs more than that.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
    wanted = next(
        (node for node in tree.body if isinstance(node, ast.FunctionDef) and _first_line(node) == line), None
    )
    if wanted is None:
        raise LookupError("the function is not at the top of its file")
    declared = copy.copy(wanted)
    function = _names_of(tree, file, divisions, compiled).get(wanted.name)
    if function is None or not (callable(function) if compiled else isinstance(function, types.FunctionType)):
        raise LookupError("the function needs names that only the running script makes")
    return function if compiled else looped(declared, function)


def method_of(file: str, line: int, divisions: str, fields: dict[str, Any]) -> Any:
    """Return the method at a line of a file, bound to an object with these fields.

    Raises `LookupError` where its class is not at the top of the file or needs more than that.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
    for owner in tree.body:
        methods = [
            node
            for node in ast.walk(owner)
            if isinstance(node, ast.FunctionDef) and _first_line(node) == line
        ]
        if not isinstance(owner, ast.ClassDef) or not methods:
            continue
        owner.decorator_list = []
        names = _names_of(tree, file, divisions, compiled=False)
        _execute(owner, names, file)
        if isinstance(names.get(owner.name), type):
            made = object.__new__(names[owner.name])
            vars(made).update(fields)
            return getattr(made, methods[0].name)
    raise LookupError(
        "its class is not at the top of its file, or needs names that only the running script makes"
    )


def _names_of(tree: ast.Module, file: str, divisions: str, compiled: bool) -> dict[str, Any]:
    """Return what a file defines: what is needed to run one of its functions."""
    if divisions:
        tree = ast.fix_missing_locations(_Divisions().visit(tree))
    divide = _divide if divisions == "fatal" else _divide_as_compiled
    namespace: dict[str, Any] = {"__name__": _MODULE, "__file__": file, _HELPER: divide}
    sys.path.insert(0, str(Path(file).resolve().parent))
    for statement in tree.body:
        _take(statement, namespace, file, compiled)
    return namespace


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _take(statement: ast.stmt, namespace: dict[str, Any], file: str, compiled: bool) -> None:
    if isinstance(statement, ast.FunctionDef):
        statement.decorator_list = [_serial(node) for node in statement.decorator_list] if compiled else []
        statement.returns = None
    elif isinstance(statement, ast.Assign):
        calls = [node.func for node in ast.walk(statement.value) if isinstance(node, ast.Call)]
        if not all(_root(called) in _SIMPLE_CALLS for called in calls):
            return
    elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return
    _execute(statement, namespace, file)


def _execute(statement: ast.stmt, namespace: dict[str, Any], file: str) -> None:
    try:
        exec(compile(ast.Module([statement], []), file, "exec"), namespace)
    # A name that can't be made here is missed when it is needed.
    except Exception:  # noqa: BLE001
        return


def _serial(decorator: ast.expr) -> ast.expr:
    """Return a decorator without `parallel`: what one turn raises would be lost among the threads."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in ("parallel", "cache")]
    return decorator


def _root(called: ast.expr) -> str:
    while isinstance(called, ast.Attribute):
        called = called.value
    return called.id if isinstance(called, ast.Name) else ""


_SIGNS: dict[type[ast.operator], str] = {ast.FloorDiv: "//", ast.Mod: "%", ast.Div: "/"}
_DIVIDE = {"//": operator.floordiv, "%": operator.mod, "/": operator.truediv}


class _Divisions(ast.NodeTransformer):
    """Lets every division be looked at."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sign = _SIGNS.get(type(node.op))
        if sign is None:
            return node
        helper = ast.Name(_HELPER, ast.Load())
        return ast.copy_location(ast.Call(helper, [node.left, node.right, ast.Constant(sign)], []), node)


def _divide(left: Any, right: Any, sign: str) -> Any:
    if sign != "/" and isinstance(right, (int, np.integer)) and isinstance(left, (int, np.integer)):
        if right == 0:
            raise ImpossibleDivisionError(f"{left} {sign} 0")
        if right == -1 and left == SMALLEST:
            raise ImpossibleDivisionError(f"{left} {sign} -1, whose result does not fit an int64")
    return _DIVIDE[sign](left, right)


def _divide_as_compiled(left: Any, right: Any, sign: str) -> Any:
    """Divide as Numba does by default: numbers raise ZeroDivisionError, arrays do not."""
    if (
        np.ndim(left) == 0
        and np.ndim(right) == 0
        and isinstance(right, (int, float, np.number))
        and right == 0
    ):
        raise ZeroDivisionError("division by zero")
    return _DIVIDE[sign](left, right)


def _raised(error: Exception, file: str) -> dict[str, Any]:
    from numscope.compiled.numba.crash.index_errors import index_errors

    place, line = None, 0
    frames = []
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            place, line = traceback.tb_frame, traceback.tb_lineno
            frames.append(_frame(place, line))
        traceback = traceback.tb_next
    if place is None:
        return {"event": "impossible", "why": f"{type(error).__name__}: {error}"}
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return {
            "event": "impossible",
            "why": f"the function needs `{error.name}`, which only the running script makes",
        }
    values = dict(place.f_locals)
    numbers = {name: value for name, value in place.f_globals.items() if isinstance(value, (int, float))}
    causes = list(index_errors(file, line, {**numbers, **values})) if isinstance(error, IndexError) else []
    if isinstance(error, RecursionError):
        causes = [f"`{place.f_code.co_name}` calls itself more often than the stack has room for"]
    if isinstance(error, ImpossibleDivisionError):
        causes = [f"the division {error}"]
    return {
        "event": "raised",
        "error": f"{type(error).__name__}: {error}",
        **_frame(place, line),
        "causes": causes,
        "frames": frames,
    }


def _frame(place: Any, line: int) -> dict[str, Any]:
    shown: dict[str, str] = {}
    for name, value in place.f_locals.items():
        fields = vars(value) if type(value).__module__ == _MODULE else None
        shown.update(
            {name: _shown(value)} if fields is None else {f"{name}.{f}": _shown(v) for f, v in fields.items()}
        )
    return {"file": place.f_code.co_filename, "line": line, "function": place.f_code.co_name, "locals": shown}


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        with np.printoptions(threshold=20, edgeitems=4):
            return repr(value)
    if isinstance(value, np.generic):
        return repr(value.item())
    text = repr(value)
    return text if len(text) <= 300 else text[:300] + "..."


if __name__ == "__main__":
    sys.exit(main())

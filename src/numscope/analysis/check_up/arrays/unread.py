"""Methods that return a new array, called as if they changed their own: `x.masked_fill(mask, 0)` alone on a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.taken_twice import taken_twice
from numscope.analysis.concepts.syntax import imported_modules, parsed
from numscope.analysis.concepts.training_ledger import grouped
from numscope.operations.traits import Trait

KIND = "unread"
# Methods that are called for what they return alone. One that also changes its object is not here: `sort` of a list or
# an array, `to` of a module.
_ONLY_RETURN = frozenset(
    [
        "abs",
        "add",
        "astype",
        "clamp",
        "clamp_max",
        "clamp_min",
        "clip",
        "clone",
        "detach",
        "div",
        "drop",
        "drop_duplicates",
        "dropna",
        "exp",
        "expand",
        "fillna",
        "flatten",
        "flip",
        "index_add",
        "index_copy",
        "index_fill",
        "interpolate",
        "log",
        "masked_fill",
        "masked_scatter",
        "mul",
        "nan_to_num",
        "permute",
        "ravel",
        "relu",
        "rename",
        "repeat",
        "replace",
        "reset_index",
        "reshape",
        "roll",
        "round",
        "scatter",
        "scatter_add",
        "set_index",
        "sigmoid",
        "softmax",
        "sort_index",
        "sort_values",
        "sqrt",
        "squeeze",
        "sub",
        "tanh",
        "transpose",
        "unsqueeze",
        "view",
        "where",
    ]
)
# Functions of an array that return another one. Of a module, `np.append(x, 3)`, they are called for that alone.
_FUNCTIONS = frozenset(["append", "concatenate", "delete", "insert", "sort", "stack", "unique"])
# Of these the result has another shape, and does not fit into the array that the method was called of.
_NEW_SHAPES = frozenset(
    [
        *("drop", "drop_duplicates", "dropna", "expand", "flatten", "permute", "ravel", "rename", "repeat"),
        *("reset_index", "reshape", "set_index", "squeeze", "transpose", "unsqueeze", "view", *_FUNCTIONS),
    ]
)
# With these the object changes in place.
_IN_PLACE = {"inplace", "out"}
# The last expression of a cell is shown.
_SHOWN_OTHERWISE = ("<", "ipykernel")
_OPERATORS: dict[str, type[ast.operator]] = {"add": ast.Add, "sub": ast.Sub, "mul": ast.Mult, "div": ast.Div}


class _Dropped(NamedTuple):
    receiver: str
    target: str
    method: str
    written: str


def unread(evidence: Evidence) -> Iterator[Finding]:
    """Yield statements whose only effect is a result that nothing keeps, and parts of results that nothing reads."""
    for calls in grouped(evidence.calls.values(), lambda call: call.place).values():
        dropped = _dropped(calls[0])
        if dropped is None:
            continue
        rows = evidence.rows("select id from recorded_operations where call in {calls} order by id", calls)
        if rows and not next(iter(evidence.fetch([rows[0]["id"]]))).out:
            times = "in 1 call" if len(rows) == 1 else f"in each of {len(rows):,} calls"
            problem = (
                f"`{dropped.method}` returns a new array, and nothing keeps it: `{dropped.receiver}` stays as it "
                f"was, {times}"
            )
            function = dropped.method if "." in dropped.method else f"{dropped.receiver}.{dropped.method}"
            fix = f"keep the result: `{dropped.target} = {function}(...)`"
            fix += ", or a list of the results" if dropped.target != dropped.receiver else ""
            yield finding_of(KIND, calls[0], rows[0]["id"], len(rows), problem, fix, written=dropped.written)
    yield from taken_twice(evidence)


def _dropped(call: Call) -> _Dropped | None:
    """Return what a call drops, if its statement is that call alone."""
    method = call.name.rpartition(".")[2]
    if method not in _ONLY_RETURN | _FUNCTIONS or any(part in call.file for part in _SHOWN_OTHERWISE):
        return None
    if is_trait(call, Trait.PLOTS):  # `ax.scatter(x, y)` draws
        return None
    node = sources.statement(call.text, call.line)
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return None
    called = node.value.func
    if (
        not isinstance(called, ast.Attribute)
        or called.attr != method
        or sources.root_name(called.value) is None
    ):
        return None
    if _IN_PLACE & {keyword.arg for keyword in node.value.keywords} or _is_made_inside(node.value, method):
        return None
    receiver = ast.unparse(called.value)
    if receiver in imported_modules(parsed(call.text)):
        return _dropped_by_function(call, node, node.value)
    if method not in _ONLY_RETURN:
        return None
    return _kept_in(call, node, receiver, method)


def _kept_in(call: Call, node: ast.Expr, receiver: str, method: str) -> _Dropped:
    """Return what is dropped, to be kept in the receiver: in its memory, where a loop gives it its name."""
    turns = [one for one in sources.statements(call.text, call.line) if isinstance(one, ast.For)]
    named = any(receiver in sources.names_in(one.target) for one in turns)
    target = f"{receiver}[...]" if named else receiver
    kept = f"{target} = {ast.get_source_segment(call.text, node)}"
    fits = not named or method.rpartition(".")[2] not in _NEW_SHAPES
    return _Dropped(receiver, target, method, sources.statement_with(call.text, node, kept) if fits else "")


def _dropped_by_function(call: Call, node: ast.Expr, called: ast.Call) -> _Dropped | None:
    first = called.args[0] if called.args else None
    if not isinstance(first, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    return _kept_in(call, node, ast.unparse(first), ast.unparse(called.func))


def _is_made_inside(call: ast.Call, method: str) -> bool:
    """Return whether the arguments do the same: `seen.add(a + b)` adds to a set, and the operation is theirs."""
    operator = _OPERATORS.get(method)
    return any(
        (operator is not None and isinstance(node, ast.BinOp) and isinstance(node.op, operator))
        or (isinstance(node, ast.Attribute) and node.attr == method)
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
        for node in ast.walk(given)
    )

"""Assignments to what an index has just copied: `df[rows]["b"] = 1` changes the copy, and nothing reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.tables import Table, table_of
from numscope.operations.lore.user_line import counted
from numscope.trace import Operation

KIND = "lost-update"
_BY_LABEL = ("loc", "iloc", "at", "iat")
_FIX = (
    'write in one step, `df.loc[rows, "b"] = 1`, `df["b"] = df["b"].fillna(0)`; of an array `a[mask] = ...`'
)


def assigned_copies(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that write into a copy of rows or of a column, and whose table is then read unchanged."""
    taken = [call for call in evidence.calls.values() if _writes_behind_an_index(call)]
    lines = {(call.file, call.line) for call in taken}
    if not lines:
        return
    copies: dict[tuple[str, int], list[tuple[Table, Table]]] = {}
    for call, operation in in_order(evidence, ["__getitem__"]):
        if (call.file, call.line) not in lines:
            continue
        whole, part = table_of(operation, 0), table_of(operation, 0, ("output",))
        if whole is not None and part is not None and not _is_view(whole, part):
            copies.setdefault((call.file, call.line), []).append((whole, part))
    found: set[tuple[str, int]] = set()
    for call in taken:
        place = call.file, call.line
        if place in found or place not in copies:
            continue
        for _, ids in evidence.operations([call]):
            for operation in evidence.fetch(ids[:1]):
                problem = _lost(evidence, operation, copies[place])
                if problem is not None:
                    found.add(place)
                    yield finding_of(KIND, call, operation.id, len(ids), problem, _FIX)


def _lost(evidence: Evidence, operation: Operation, copies: list[tuple[Table, Table]]) -> str | None:
    """Return what is wrong if an operation writes into one of these copies, and nothing reads it then.

    copies: tables, and what an index made of them.
    """
    before = table_of(operation, 0)
    after = table_of(operation, 0, ("mutated",)) or table_of(operation, 0, ("output",))
    if before is None or after is None or not after.hashes - before.hashes:
        return None
    source = next((whole for whole, part in copies if part.hashes & before.hashes), None)
    if source is None or _is_read(evidence, after.hashes - before.hashes, operation.id):
        return None
    if not _is_read(evidence, source.hashes, operation.id):
        return None
    return (
        f"writes into a copy of {counted(before.rows, 'row')} that the index made, and nothing reads the copy: "
        f"the table of {source.rows:,} rows is as before when it is read next"
    )


def _writes_behind_an_index(call: Call) -> bool:
    """Return whether a call writes into what an index or an attribute has just given, by the text of its line."""
    name = call.name.rpartition(".")[2]
    node = sources.statement(call.text, call.line)
    if name == "__setitem__":
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        return any(
            isinstance(one, ast.Subscript) and isinstance(_indexed(one), ast.Subscript) for one in targets
        )
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == name
        and isinstance(node.value.func.value, (ast.Subscript, ast.Attribute))
        and any(
            one.arg == "inplace" and isinstance(one.value, ast.Constant) and one.value.value is True
            for one in node.value.keywords
        )
    )


def _indexed(target: ast.Subscript) -> ast.expr:
    """Return what an assignment indexes: of `df[rows].loc[:, "b"]` that is `df[rows]`."""
    by_label = isinstance(target.value, ast.Attribute) and target.value.attr in _BY_LABEL
    return target.value.value if isinstance(target.value, ast.Attribute) and by_label else target.value


def _is_view(whole: Table, part: Table) -> bool:
    """Return whether a part of an array shares its memory; a table's columns are compared by what is read later."""
    one, other = whole.arrays[0], part.arrays[0]
    if one.name is not None or one.address is None or other.address is None:
        return False
    return one.address <= other.address < one.address + (one.data_bytes or 0)


def _is_read(evidence: Evidence, hashes: frozenset[str], after: int) -> bool:
    rows = evidence.trace.ask(
        """
        select 1 from recorded_operations o join operands on operation = o.id
        where hash in (select unnest(?::varchar[])) and o.id > ? and o.parent is null
            and role in ('input', 'argument') limit 1
        """,
        [sorted(hashes), after],
    )
    return bool(rows.num_rows)

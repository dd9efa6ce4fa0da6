"""Arrays that share memory by mistake: swapped rows, histories of one buffer, arguments that were changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operand, Operation

KIND = "shared-memory"
_LEAST_ITEMS = 3
_WHOLE = (":", "...", ":, :")
_JOINING = (
    "array",
    "asarray",
    "stack",
    "vstack",
    "concatenate",
    "column_stack",
    "hstack",
    "dstack",
    "asanyarray",
)
_SAID_SO = (
    "inplace",
    "in_place",
    "update",
    "fill",
    "apply",
    "set_",
    "write",
    "step",
    "advance",
    "add_to",
    "mutate",
)

# What is given for these is to be written into.
_RESULTS = ("out", "output", "result", "buffer", "dst", "scratch", "workspace")


def aliasing(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines at which one array is taken for two."""
    yield from _swaps(evidence)
    yield from _histories(evidence)
    yield from _differences(evidence)
    yield from _changed_arguments(evidence)


def _swaps(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that assign a view whose memory the same line has written to: `a[0], a[1] = a[1], a[0]`."""
    writing = [call for call in evidence.calls.values() if is_trait(call, Trait.WRITES_PART)]
    for call in writing:
        node = sources.statement(call.text, call.line)
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)):
            continue
        finding = _swap(evidence, call)
        if finding is not None:
            yield finding


def _swap(evidence: Evidence, call: Call) -> Finding | None:
    line = [one for one in evidence.calls.values() if (one.file, one.line) == (call.file, call.line)]
    rows = evidence.rows(
        "select id from recorded_operations where call in {calls} order by id limit 200", line
    )
    shown: dict[int, Operand] = {}
    for operation in evidence.fetch([row["id"] for row in rows]):
        if operation.traits & Trait.VIEW:
            shown.update(
                {one.address: one for one in operation.outputs if one.kind == "array" and one.address}
            )
        if not operation.traits & Trait.WRITES_PART:
            continue
        given = [
            one for one in operation.operands[1:] if one.kind == "array" and one.role in ("input", "argument")
        ]
        for operand in given:
            before = shown.get(operand.address or 0)
            if before is not None and before.shape == operand.shape and before.hash != operand.hash:
                problem = (
                    f"swaps views of one array: what {list(operand.shape or ())} held was overwritten before it was "
                    "read, and both now hold the same"
                )
                return finding_of(KIND, call, operation.id, 1, problem, _SWAP)
    return None


_SWAP = "index with a list, which copies: `a[[0, 1]] = a[[1, 0]]`, or `.copy()` the first one"


def _histories(evidence: Evidence) -> Iterator[Finding]:
    """Yield arrays made of a list that holds one and the same array again and again, written anew in between."""
    rows = evidence.rows(
        f"""
        with given as (
            select o.id, o.call, address, count(*) over (partition by o.id) as given
            from recorded_operations o join operand_layouts on operation = o.id
            where o.call in {{calls}} and item > 0 and kind = 'array' and role in ('input', 'argument')
        )
        -- A history may begin with an array of its own, such as a copy of the start.
        select id, any_value(call) as call, address, count(*) items from given
        group by id, address having count(*) >= {_LEAST_ITEMS} and 2 * count(*) > any_value(given) order by id
        """,
        evidence.named(*_JOINING),
    )
    joined: dict[int, int] = {}
    for row in rows[:MOST_CALLS]:
        # A picture whose three channels are one buffer is joined again each time the buffer is filled.
        before = joined.get(row["address"], -1)
        joined[row["address"]] = row["id"]
        written = evidence.trace.ask(
            """
            select call, count(*) times, count(distinct content) contents, max(r.operation) as last
            from results r join called_operations o on o.id = r.operation
            where address = ? and r.operation > ? and r.operation < ? and call in (select unnest(?::integer[]))
                and (role = 'mutated' or exists (
                    select 1 from operand_layouts i
                    where i.operation = r.operation and i.address = r.address and i.role in ('input', 'out')))
            group by call order by bool_or(role = 'mutated') desc, times desc limit 1
            """,
            [row["address"], before, row["id"], list(evidence.calls)],
        ).to_pylist()
        if not written or written[0]["contents"] < _LEAST_ITEMS or written[0]["times"] < row["items"] - 1:
            continue
        call, writer = evidence.calls[row["call"]], evidence.calls[written[0]["call"]]
        where = place_beside(call.file, call.line, writer.file)
        problem = (
            f"{call.name} in {where} is given one array {row['items']:,} times, not {row['items']:,} arrays: "
            f"line {writer.line} wrote into it {written[0]['times']:,} times, and all rows hold what it held last"
        )
        kept, fix = _kept_in(writer)
        place = replace(writer, line=kept or writer.line)
        yield finding_of(KIND, place, written[0]["last"], written[0]["times"], problem, fix)


_APPEND = "append a copy: `history.append(state.copy())`, of a tensor `state.clone()`"
_NO_COPY = "copy it: of an array `[:]` is a view, `a.copy()` a copy; only of a list `[:]` is a copy"


def _kept_in(writer: Call) -> tuple[int | None, str]:
    """Return the line that appends the array into which a line writes, or takes `[:]` of it for a copy; and the fix."""
    name = sources.written_name(writer.text, writer.line, writer.name.rpartition(".")[2])
    if name is None:
        return None, _APPEND
    around = sources.function_around(writer.text, writer.line) or parsed(writer.text)
    kept = [
        node.lineno
        for node in ast.walk(around)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        if name in {inner for given in node.args for inner in sources.names_in(given)}
    ]
    viewed = [
        node.lineno
        for node in ast.walk(around)
        if isinstance(node, ast.Assign) and [ast.unparse(one) for one in node.targets] == [name]
        if isinstance(node.value, ast.Subscript) and ast.unparse(node.value.slice) in _WHOLE
    ]
    if viewed:
        return viewed[0], _NO_COPY
    return (kept[0] if kept else None), _APPEND


def _differences(evidence: Evidence) -> Iterator[Finding]:
    """Yield differences of an array and itself, under two names."""
    calls = [
        call
        for call in evidence.calls.values()
        if call.name in ("subtract", "sub", "array_equal", "allclose", "equal")
    ]
    rows = evidence.rows(
        """
        select o.id, min(o.call) as call, min(address) as address
        from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and slot in (
            select id from slots where role = 'input' and kind = 'array' and list_product(shape) > 1)
        group by o.id having count(*) = 2 and min(address) = max(address) and min(layout) = max(layout)
        order by o.id limit 100
        """,
        calls,
    )
    seen: set[object] = set()
    for row in rows:
        call = evidence.calls[row["call"]]
        names = _two_names(call)
        if names is None or call.place in seen or not _was_written(evidence, row["address"], row["id"]):
            continue
        seen.add(call.place)
        times = sum(evidence.calls[other["call"]].place == call.place for other in rows)
        problem = (
            f"`{names[0]}` and `{names[1]}` are one array, each of {times:,} times: what was meant to "
            "keep the old values changed with the new ones, and the two never differ"
        )
        fix = f"keep a copy: `{names[1]} = {names[0]}.copy()`, of a tensor `.clone()`"
        place = replace(call, line=_named_twice(call, set(names)) or call.line)
        yield finding_of(KIND, place, row["id"], times, problem, fix)


def _two_names(call: Call) -> tuple[str, str] | None:
    """Return the two different names that the line's operation is between."""
    for node in sources.statements(call.text, call.line):
        if (
            isinstance(node, (ast.For, ast.While, ast.If, ast.FunctionDef, ast.ClassDef, ast.With))
            and node.lineno != call.line
        ):
            continue
        for inner in ast.walk(node):
            pair: tuple[ast.expr, ast.expr] | None = None
            if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):
                pair = inner.left, inner.right
            elif (
                isinstance(inner, ast.Call)
                and len(inner.args) >= 2
                and call.name in ("array_equal", "allclose")
            ):
                pair = inner.args[0], inner.args[1]
            if pair is None or pair[0].lineno != call.line:
                continue
            if all(isinstance(side, (ast.Name, ast.Attribute)) for side in pair):
                names = ast.unparse(pair[0]), ast.unparse(pair[1])
                return names if names[0] != names[1] else None
    return None


def _named_twice(call: Call, names: set[str]) -> int | None:
    """Return the last line before a call, in its function, that gives an array a second name: it lacks a copy."""
    around = sources.function_around(call.text, call.line) or parsed(call.text)
    given = [
        node.lineno
        for node in ast.walk(around)
        if isinstance(node, ast.Assign) and node.lineno < call.line
        if {ast.unparse(one) for one in (*node.targets, node.value)} == names
    ]
    return max(given, default=None)


def _was_written(evidence: Evidence, address: int, before: int) -> bool:
    rows = evidence.trace.ask(
        f"""
        select count(*) n from results r join called_operations o on r.operation = o.id
        where address = ? and r.operation < ? and (role = 'mutated' or {has_sql("o.traits", Trait.WRITES)} or exists (
            select 1 from operand_layouts i where i.operation = r.operation and i.address = r.address and role = 'out'))
        """,
        [address, before],
    )
    return int(rows["n"][0].as_py()) > 0


def _changed_arguments(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines of functions that change their argument, give a result, and whose caller reads the argument again."""
    seen: set[object] = set()
    for call in evidence.calls.values():
        written = _written(evidence.program(call), call)
        if written is None or call.function in (None, "<module>") or (call.file, call.function) in seen:
            continue
        caller = _surprised_caller(evidence.program(call), call, written)
        if caller is None:
            continue
        operation = _changes(evidence, call)
        if operation is None:
            continue
        seen.add((call.file, call.function))
        name, line, again = caller
        problem = (
            f"changes the argument of {call.function} in place: `{name}`, given at {line}, is read again at "
            f"{again} and is no longer what it was"
        )
        made = written.made
        place = call if made is None else replace(call, file=made[0], line=made[1])
        yield finding_of(KIND, place, operation, 1, problem, _COPY)


@dataclass(frozen=True)
class _Written:
    """The name of an array that a line writes into. made: where it was made of another one, if it is to be a copy."""

    name: str
    made: tuple[str, int] | None = None


def _written(program: Program, call: Call) -> _Written | None:
    """Return what a line writes into: by a method or an operator, or by `out=` what it reads in the same call."""
    text, line = program.text, program.line_of(call.file, call.line)
    if call.how == "in place" or is_trait(call, Trait.WRITES):
        name = sources.written_name(text, line, call.name)
        # `x -= m` is mended where it stands; what is written part by part needs a copy before.
        if name is None or not sources.writes_a_part(text, line):
            return None if name is None else _Written(name)
    else:
        # Who names the result of a call wants it there: what it is written into was taken for a copy.
        name = sources.name_given_back(text, line, call.name.rpartition(".")[2])
    function = sources.function_around(text, line)
    if name is None or function is None:
        return None
    made = sources.made_without_a_copy(function, name, line)
    return _Written(name, None if made is None else program.place(made))


_COPY = "work on a copy, `x = x.copy()`, or `x = x - m` in place of `x -= m`; return nothing if changing it is meant"


def _surprised_caller(program: Program, call: Call, written: _Written) -> tuple[str, str, str] | None:
    """Return name, place of the call and place of the next use of an argument that a caller takes for unchanged."""
    text, line = program.text, program.line_of(call.file, call.line)
    function = sources.function_around(text, line)
    if function is None or not sources.returns_a_value(function):
        return None
    if function.name.endswith("_") or any(word in function.name.lower() for word in _SAID_SO):
        return None
    parameter = sources.parameter_behind(function, written.name, line)
    if parameter is None or parameter in _RESULTS:
        return None
    for statement, called in sources.calls_of(text, function.name):
        given = sources.argument_for(function, called, parameter)
        # A call whose result nobody takes is there for what it changes.
        if given is None or (isinstance(statement, ast.Expr) and statement.value is called):
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(given == name for target in targets for name in sources.names_in(target)):
            continue
        again = sources.reads_after(text, given, statement.end_lineno or statement.lineno)
        if again is None and sources.is_repeated(text, statement, given):
            again = statement.lineno
        if again is not None:
            made, read = (place_beside(*program.place(one), call.file) for one in (statement.lineno, again))
            return given, made, read
    return None


def _changes(evidence: Evidence, call: Call) -> int | None:
    """Return the first operation of the call that changed memory which the program reads later outside the function."""
    rows = evidence.rows(
        "select id from recorded_operations where call in {calls} order by id limit 5", [call]
    )
    for operation in evidence.fetch([row["id"] for row in rows]):
        target = _target(operation)
        if target is None:
            continue
        before = next(
            (o for o in operation.inputs if o.address == target.address and o.shape == target.shape), None
        )
        if before is None or before.hash == target.hash or not _is_older(evidence, operation, before, call):
            continue
        if _read_outside(evidence, operation, target, call):
            return operation.id
    return None


def _target(operation: Operation) -> Operand | None:
    given = {one.address for one in operation.inputs if one.kind == "array"}
    results = (*operation.mutated, *operation.outputs)
    return next((one for one in results if one.kind == "array" and one.address in given), None)


def _is_older(evidence: Evidence, operation: Operation, before: Operand, call: Call) -> bool:
    """Return whether something outside the function had the array before, at its address or that of its owner."""
    return _touched(evidence, call, before, operation.id - 5000, operation.id - 1)


def _read_outside(evidence: Evidence, operation: Operation, target: Operand, call: Call) -> bool:
    return _touched(evidence, call, target, operation.id + 1, operation.id + 5000)


def _touched(evidence: Evidence, call: Call, operand: Operand, first: int, last: int) -> bool:
    low = operand.address or 0
    others = [
        one.id for one in evidence.calls.values() if (one.file, one.function) != (call.file, call.function)
    ]
    rows = evidence.trace.ask(
        """
        select count(*) n from operand_layouts p
            join called_operations o on o.id = p.operation
        where operation between ? and ? and address <= ? and address + data_bytes > ? and kind = 'array'
            and o.call in (select unnest(?::integer[]))
        """,
        [first, last, low, low, others],
    )
    return int(rows["n"][0].as_py()) > 0

"""The views that questions are asked of, against what was written into a trace: computed here in plain Python."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.trace.encoder import (
    ARGUMENT,
    ARRAY,
    ATTRIBUTE,
    FLOAT,
    INPUT,
    LITERAL,
    MUTATED,
    OBJECT,
    OUT,
    OUTPUT,
    SCALAR,
    EncodedCall,
    EncodedOperand,
    ShardEncoder,
    write_manifest,
)

import numscope
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.trace.read_model import TABLES_IN_SQL, VIEWS
from sweeps import shortened

SOURCES = Path(numscope.__file__).parent
ROLES = {
    INPUT: "input",
    OUTPUT: "output",
    OUT: "out",
    ARGUMENT: "argument",
    MUTATED: "mutated",
    ATTRIBUTE: "attribute",
}
NAMES = ("numpy.add", "numpy.copy", "autograd::Mul", "optim::Adam.step", "aten::mul")
SHAPES = {(): 8, (3,): 24, (17,): 136, (16, 40): 5120, (100, 100): 80_000, (0, 5): 0}
TYPES = ("pandas.Series", "numpy.dtype", "builtins.slice", "mine.Frame")


@dataclass(frozen=True)
class Written:
    """What went into the trace. names, shapes, types: by the ids that calls and operands have."""

    calls: tuple[EncodedCall, ...]
    names: dict[int, str]
    shapes: dict[int, tuple[int, ...]]
    types: dict[int, str]
    visible_sites: set[int]

    def operands(self) -> list[tuple[EncodedCall, int, EncodedOperand]]:
        return [
            (call, place, operand)
            for call in self.calls
            for place, operand in enumerate((*call.inputs, *call.outputs))
        ]


def write_trace(path: Path, seed: int, count: int = 400) -> Written:
    """Write a trace of random calls, nested up to three deep, on a few arrays that share addresses and contents."""
    pick = random.Random(seed)
    shard = ShardEncoder()
    file, function = shard.string("/nowhere/script.py"), shard.string("main")
    sites = [shard.site(file, line, function) for line in (3, 4, 5)]
    names = {shard.operation(name): name for name in NAMES}
    float64 = shard.dtype("<f8", 8, "f")
    shapes = {
        shard.layout(float64, shape, tuple(8 for _ in shape), size): shape for shape, size in SHAPES.items()
    }
    types = {shard.string(name): name for name in TYPES}
    shard.thread(77)

    def operand(role: int) -> EncodedOperand:
        tag = pick.choices((ARRAY, SCALAR, FLOAT, LITERAL, OBJECT), (8, 2, 1, 1, 1))[0]
        if tag == FLOAT:
            return EncodedOperand(tag, role, value=pick.choice((1.5, math.nan, -math.inf)))
        if tag == LITERAL:
            return EncodedOperand(tag, role, value=pick.choice(("(1, 2)", "(nan, 2)", "[-inf]", "info")))
        if tag == OBJECT:
            return EncodedOperand(tag, role, type=pick.choice([0, *types]))
        bad = pick.choice(((0, 0, 0), (0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 2), (1, 0, 3)))
        layout = pick.choice([number for number in shapes if tag == ARRAY or not shapes[number]])
        return EncodedOperand(
            tag,
            role,
            layout=layout,
            address=0x10000 * pick.randrange(1, 5),
            owner=pick.choice((None, 0x90000)),
            hash=(pick.randrange(1 << 64), pick.randrange(1 << 64)),
            statistics=(0.0, 1.0, 0.5, 0.5, 1, *bad),
        )

    calls = []
    ended: list[int] = []
    above: list[int] = []
    for sequence in range(count):
        for _ in range(pick.randrange(len(above) + 1)):
            ended.append(above.pop())
        site = pick.choice(sites)
        inputs = tuple(operand(pick.choice((INPUT, INPUT, OUT, ARGUMENT))) for _ in range(pick.randrange(4)))
        outputs = tuple(operand(pick.choice((OUTPUT, OUTPUT, MUTATED))) for _ in range(pick.randrange(3)))
        call = EncodedCall(
            *(sequence, pick.choice(list(names)), 1000 + 10 * sequence, 5, site, pick.choice((0, site))),
            parent_back=sequence - above[-1] if above else 0,
            depth=len(above),
            flags=0 if above else pick.choice((0, 4)),
            inputs=inputs,
            outputs=outputs,
            exception=pick.choice((None, None, None, "ValueError: no")),
        )
        calls.append(call)
        (above if len(above) < 3 else ended).append(sequence)
    for sequence in (*ended, *reversed(above)):
        shard.call(calls[sequence])
    write_manifest(path)
    shard.write_closed(path / "processes" / "0-4194311")
    return Written(tuple(calls), names, shapes, types, set(sites))


@pytest.fixture(scope="module", params=(1, 2))
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Written, Trace]:
    path = tmp_path_factory.mktemp("read_model") / "random.numscope"
    return write_trace(path, request.param), numscope.open(path)


def rows(trace: Trace, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query, in an order of their own."""
    table = trace.sql(query)
    return sorted(zip(*(column.to_pylist() for column in table.columns), strict=True), key=repr)


def ids(trace: Trace, view: str, column: str = "id") -> list[int]:
    return sorted(trace.sql(f"select {column} from {view}")[column].to_pylist())


def in_order(found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(found, key=repr)


def is_frame(written: Written, call: EncodedCall) -> bool:
    return written.names[call.operation] in ("autograd::Mul", "optim::Adam.step")


def parent_of(written: Written, call: EncodedCall) -> EncodedCall | None:
    return written.calls[call.sequence - call.parent_back] if call.parent_back else None


def is_inner(written: Written, call: EncodedCall, unseen: set[int]) -> bool:
    """Return whether a call runs inside one that is looked into, and that is itself inside another."""
    above = parent_of(written, call)
    return above is not None and above.sequence not in unseen and parent_of(written, above) is not None


def holds_bad(operand: EncodedOperand) -> tuple[int, int] | None:
    """How many NaN and infinities an operand holds; None if there are none."""
    if operand.statistics is not None:
        _, _, _, _, _, nans, above, below = operand.statistics
        return (nans, above + below) if nans + above + below else None
    if operand.tag == FLOAT:
        counts = (int(math.isnan(operand.value)), int(math.isinf(operand.value)))
        return counts if any(counts) else None
    if operand.tag == LITERAL and re.search(r"\b(nan|inf)\b", operand.value):
        return (1, 0)
    return None


def test_called_operations_know_their_call(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = [
        (call.sequence, written.names[call.operation], call.depth, call.exception is not None, call.exception)
        for call in written.calls
    ]
    assert rows(trace, "select id, name, depth, raised, exception from called_operations") == in_order(
        expected
    )
    numbers = rows(
        trace, "select o.id from called_operations o join calls on calls.id = call where calls.name = o.name"
    )
    assert len(numbers) == len(written.calls)


def test_visible_operations_are_the_programs_own_that_ended_well(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = [
        call.sequence
        for call in written.calls
        if call.flags & 4 and call.exception is None and call.user_site in written.visible_sites
    ]
    assert 0 < len(expected) < len(written.calls)
    assert ids(trace, "visible_operations") == expected


def test_outermost_operations_are_looked_for_inside_frames(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = []
    for call in written.calls:
        parent = parent_of(written, call)
        in_frame = parent is not None and is_frame(written, parent)
        if not is_frame(written, call) and (call.depth == 0 or in_frame):
            expected.append(call.sequence)
    assert any(written.calls[number].depth for number in expected)
    assert ids(trace, "outermost_operations") == expected


def test_what_ran_inside_an_operation_is_counted(both: tuple[Written, Trace]) -> None:
    written, trace = both
    inside = dict.fromkeys(range(len(written.calls)), 0)
    for call in written.calls:
        above = parent_of(written, call)
        while above is not None:
            inside[above.sequence] += 1
            above = parent_of(written, above)
    assert rows(trace, "select id, inside from recorded_operations") == in_order(list(inside.items()))
    assert max(inside.values()) > 3


def test_operations_belong_to_the_call_of_the_user_before_them(both: tuple[Written, Trace]) -> None:
    """One visible operation is a call; others of one line, one after the other, are one together."""
    written, trace = both
    expected: dict[int, int] = {}
    call_of = before = None
    for call in written.calls:
        operator = "::" in written.names[call.operation] and call.site not in written.visible_sites
        visible = bool(call.flags & 4) and not operator
        if not call.depth:
            same = before is not None and not visible and not before[0] and before[1] == call.user_site
            call_of = call_of if same else call.sequence
            before = (visible, call.user_site)
        expected[call.sequence] = call_of
    found = rows(trace, "select operation, user_call from operations_in_user_calls")
    assert found == in_order(list(expected.items()))
    calls = trace.sql(
        "select operation, operations, outermost, last from user_calls order by operation"
    ).to_pylist()
    assert [row["operation"] for row in calls] == sorted(set(expected.values()))
    assert sum(row["operations"] for row in calls) == len(written.calls)
    assert sum(row["outermost"] for row in calls) == sum(not call.depth for call in written.calls)
    assert any(row["outermost"] > 1 for row in calls)


def test_what_runs_inside_opaque_operations_stands_for_them(both: tuple[Written, Trace]) -> None:
    written, trace = both
    unseen = set(ids(trace, "opaque_operations", "operation"))
    frames = {call.sequence for call in written.calls if is_frame(written, call)}
    # What a library does inside its own public call is part of that call, objects or not.
    opaque = {
        call.sequence
        for call in written.calls
        if call.sequence in unseen and not is_inner(written, call, unseen)
    }
    expected = set(ids(trace, "outermost_operations")) - opaque
    for call in written.calls:
        parent = parent_of(written, call)
        inside = parent is not None and parent.sequence in opaque - frames
        if inside and call.sequence not in opaque | frames:
            expected.add(call.sequence)
    assert ids(trace, "seen_through_operations") == sorted(expected)


def test_opaque_operations_work_on_objects_of_other_libraries(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = {
        call.sequence
        for call, _, operand in written.operands()
        if operand.tag == OBJECT
        and operand.role not in (OUTPUT, MUTATED)
        and written.types.get(operand.type) in ("pandas.Series", "mine.Frame")
    }
    expected |= {call.sequence for call in written.calls if is_frame(written, call)}
    assert ids(trace, "opaque_operations", "operation") == sorted(expected)


def test_operation_shapes_are_of_the_first_array(both: tuple[Written, Trace]) -> None:
    written, trace = both
    classes = {
        (): "",
        (3,): "3",
        (17,): "<=32",
        (16, 40): "16,<=64",
        (100, 100): "<=128,<=128",
        (0, 5): "0,5",
    }
    expected: dict[int, str] = {}
    for call, place, operand in written.operands():
        if operand.tag in (ARRAY, SCALAR) and place < 2:
            expected.setdefault(call.sequence, f"float64[{classes[written.shapes[operand.layout]]}]")
    assert rows(trace, "select operation, shape_class from operation_shapes") == in_order(
        list(expected.items())
    )


@pytest.mark.parametrize(
    ("view", "roles"),
    [("operand_layouts", None), ("operand_contents", None), ("results", ("output", "mutated"))],
)
def test_operands_have_their_slot(
    both: tuple[Written, Trace], view: str, roles: tuple[str, ...] | None
) -> None:
    written, trace = both
    expected = [
        (
            call.sequence,
            place,
            ROLES[operand.role],
            operand.address if operand.tag in (ARRAY, SCALAR) else None,
            operand.owner,
        )
        for call, place, operand in written.operands()
        if roles is None or ROLES[operand.role] in roles
    ]
    assert rows(trace, f"select operation, place, role, address, owner from {view}") == in_order(expected)


def test_operands_have_their_content(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = [
        (call.sequence, place, *(operand.hash or (None, None)), (operand.statistics or [None] * 6)[5])
        for call, place, operand in written.operands()
    ]
    query = "select operation, place, hash_low, hash_high, nans from operand_contents"
    assert rows(trace, query) == in_order(expected)


def test_nonfinite_operands_are_all_that_hold_nan_or_infinities(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = []
    for call, place, operand in written.operands():
        found = holds_bad(operand)
        if found is not None:
            after, literal = operand.role in (OUTPUT, MUTATED), operand.tag in (FLOAT, LITERAL)
            expected.append((call.sequence, place, after, literal, *found))
    query = 'select operation, place, "after", literal, nans, infinities from nonfinite_operands'
    assert rows(trace, query) == in_order(expected)


def test_accesses_are_the_ranges_of_arrays_with_elements(both: tuple[Written, Trace]) -> None:
    written, trace = both
    expected = []
    for call, place, operand in written.operands():
        size = SHAPES[written.shapes[operand.layout]] if operand.tag == ARRAY else 0
        if size:
            expected.append(
                (call.sequence, place, ROLES[operand.role], operand.address, operand.address + size)
            )
    assert rows(trace, "select operation, place, role, address, stop from accesses") == in_order(expected)


@pytest.mark.parametrize("least_bytes", [100, 5000, 70_000])
def test_lifetimes_end_where_memory_is_given_anew(both: tuple[Written, Trace], least_bytes: int) -> None:
    written, trace = both
    met: dict[int, list[tuple[int, bool, int]]] = {}
    for call in written.calls:
        large: dict[int, list[tuple[int, int]]] = {}
        for operand in (*call.inputs, *call.outputs):
            size = SHAPES[written.shapes[operand.layout]] if operand.tag == ARRAY else 0
            if size >= least_bytes and operand.role != ARGUMENT and call.depth == 0:
                large.setdefault(operand.address, []).append((operand.role, size))
        for address, found in large.items():
            new = all(role == OUTPUT for role, _ in found)
            met.setdefault(address, []).append((call.sequence, new, max(size for _, size in found)))
    expected = []
    for seen in met.values():
        makers = [*(number for number, (_, new, _) in enumerate(seen) if new), len(seen)]
        for start, stop in pairwise(makers):
            operation, _, size = seen[start]
            expected.append((operation, size, stop - start - 1, stop < len(seen)))
    query = f"select operation, bytes, uses, reused from lifetimes({least_bytes})"
    assert rows(trace, query) == in_order(expected)


def test_kept_values_say_where_their_bytes_are(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    found = trace.sql('select directory, "offset", bytes, hash_high from kept_values').to_pylist()
    assert found == [
        {"directory": "0-4194311", "offset": 0, "bytes": 64, "hash_high": 0xFEDCBA9876543210},
    ]


@pytest.mark.parametrize("name", shortened(sorted(VIEWS), 4))
def test_a_view_can_be_asked_from_the_command_line(
    both: tuple[Written, Trace], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    query = f"select count(*) as n from {VIEWS[name].call()}"
    assert main(["sql", str(both[1].path), query, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["n"] == both[1].sql(query)["n"][0].as_py()


def test_views_are_listed_where_a_query_asks_for_them(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    query = "select table_name from information_schema.tables where table_schema = 'main' and table_catalog <> 'temp'"
    listed = trace.sql(query)["table_name"].to_pylist()
    assert set(listed) == {*TABLES_IN_SQL, *(name for name, view in VIEWS.items() if not view.parameters)}


def test_views_are_no_tables_to_be_exported(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    assert not set(trace.table_names()).intersection(VIEWS)
    assert trace.table("results").num_rows == trace.sql("select * from results").num_rows == 3
    with pytest.raises(UsageError, match="there is no table 'lifetimes'"):
        trace.table("lifetimes")


def test_a_mistyped_view_is_guessed(small_trace: Path) -> None:
    with pytest.raises(UsageError, match="nonfinite_operands"):
        numscope.open(small_trace).sql("select * from nonfinit_operands")


def test_stored_tables_are_joined_in_the_trace_package_only() -> None:
    """Views of the read model are what others ask; `stored.x` names a table as it lies in its file."""
    named = re.compile(r'\bstored\."?[a-z]')
    found = [
        f"{path.relative_to(SOURCES)}:{number}"
        for path in SOURCES.rglob("*.py")
        if "trace" not in path.relative_to(SOURCES).parts[:1]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []


def test_facts_and_what_repeats_are_joined_in_the_trace_package_only() -> None:
    """Under their new names, too: who joins these wants a view that does so."""
    joined = re.compile(r"\bjoin (slots|contents|recorded_operations|recorded_operands)\b")
    found = [
        path.relative_to(SOURCES)
        for path in SOURCES.rglob("*.py")
        if path.relative_to(SOURCES).parts[0] != "trace" and joined.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_what_is_read_soon_after_it_was_made_has_the_same_row_of_contents(tmp_path: Path) -> None:
    """With one row for all contents that fall to the same place, this was not so for 1 of 120 operands."""
    draws, made = np.random.default_rng(0), []
    with numscope.record(tmp_path / "t") as recording:
        for number in range(8000):
            made.append(draws.normal(size=6) * 2)
            if number >= 200:
                made[number - 200] + 1
    with recording.open() as trace:
        rows = trace.ask(
            """
            select count(*) as reads, count(distinct hash_low) as hashes, count(distinct content) as contents
            from operand_contents where hash_low is not null and kind = 'array'
            """
        )
    (row,) = rows.to_pylist()
    assert row["reads"] > row["hashes"] > 8000
    assert row["contents"] == row["hashes"]

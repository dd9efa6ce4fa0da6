"""The data flow of a trace as a graph: around one operation or whole, in full or folded together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from numscope.analysis.concepts.lineage import UNSEEN, Edge, Gap, Lineage, lineage
from numscope.analysis.concepts.user_calls import UserCall, made_last
from numscope.analysis.graph.calls import OwnCalls
from numscope.errors import UsageError
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace

CALL, LINE = "call", "line"
FOLDS = (CALL, LINE, "operation", "function", "module", "loop")

# A window of operations around the one asked for; it grows when what flowed in lies further back, until there are more
# operations than anyone reads, or as many as steps were asked for.
_FIRST_WINDOW, _LAST_WINDOW = 1_000, 30_000
_ENOUGH = 60
_TOO_FAR = "it was made further back than was looked"
# A larger graph is of no use to anyone, and would be long in the making.
_MOST_OPERATIONS = 200_000


@dataclass(frozen=True)
class Node:
    """One operation, or several that were folded together.

    label: its name; detail: shapes, whether it wrote into an array that was there before, and place.
    """

    id: int
    label: str
    detail: str
    count: int = 1
    asked: bool = False


@dataclass(frozen=True)
class Link:
    """Data flowed from node `source` to node `target`, `count` times. certain: whether that is proven."""

    source: int
    target: int
    kind: str
    certain: bool
    count: int = 1


@dataclass(frozen=True)
class MissingLink:
    """Data of unknown origin flowed into node `target`."""

    target: int
    reason: str
    count: int = 1


@dataclass(frozen=True)
class Flow:
    """A graph of data flow. operations: how many of the trace's it was made from; folded: into what, if into calls."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    missing: tuple[MissingLink, ...]
    operations: int
    folded: str | None = None


@dataclass(frozen=True)
class Reach:
    """Which part: all (of None), or what flowed into `of` (up), out of it (down), or both, in `depth` steps."""

    of: int | None = None
    up: bool = True
    down: bool = True
    depth: int = 0  # 0: as far as it goes


def data_flow(trace: Trace, reach: Reach, fold: str | None = None) -> Flow:
    """The data flow between the outermost operations of `trace`, as far as `reach` says, folded by `fold`.

    A whole trace is folded by the calls of the user's own lines unless `fold` says otherwise, and by these lines if
    there are more calls than anyone reads; around one operation nothing is.

    Raises UsageError if there is no such operation or fold, or if the trace is too large to be drawn whole.
    """
    if fold is not None and fold not in FOLDS:
        raise UsageError(f"operations can't be folded by {fold!r}; known are {', '.join(FOLDS)}.")
    if not trace.ask("select 1 from contents where hash_low is not null limit 1").num_rows and len(trace):
        raise UsageError(
            f"{trace.path} holds no content hashes, which prove it: record with --values stats or full."
        )
    if reach.of is not None:
        reach = replace(reach, of=_outermost_of(trace, reach.of))
    by_call = fold in (CALL, LINE) or (fold is None and reach.of is None)
    operations, found = _whole(trace, by_call) if reach.of is None else _around(trace, reach)
    kept = {operation.id for operation in operations} if reach.of is None else _within(found, reach, reach.of)
    calls = OwnCalls(trace) if by_call else None
    if calls is not None:
        kept &= {operation.id for operation in calls.own(operations)}
    shown = [operation for operation in operations if operation.id in kept]
    edges = [edge for edge in found.edges if edge.source in kept and edge.target in kept]
    gaps = [gap for gap in found.gaps if gap.target in kept]
    if calls is not None:
        by_line = fold == LINE or (fold is None and len(calls.among(shown)) > _ENOUGH)
        group = calls.line if by_line else calls.number
        return _of_calls(_drawn(shown, edges, gaps, group, reach.of, len(operations)), calls, by_line)
    return _drawn(shown, edges, gaps, _grouping(fold), reach.of, len(operations))


def _of_calls(flow: Flow, calls: OwnCalls, by_line: bool) -> Flow:
    """Name the nodes by their calls or lines, and leave out what stays inside them.

    Libraries have arrays of their own, of which nothing is known: one gap stands for them where nothing else flowed in.
    """
    links = dict.fromkeys(replace(link, count=1) for link in flow.links if link.source != link.target)
    known = {link.target for link in links}
    visible = {node.id for node in flow.nodes if (call := calls.of(node.id)) is not None and call.visible}
    first = {gap.target: gap for gap in reversed(flow.missing) if gap.target not in known}
    missing = tuple(gap for gap in flow.missing if gap.target in visible or first.get(gap.target) is gap)
    named = _as_line if by_line else _as_call
    nodes = tuple(named(node, calls.of(node.id)) for node in flow.nodes)
    return replace(flow, nodes=nodes, links=tuple(links), missing=missing, folded=LINE if by_line else CALL)


def _as_call(node: Node, call: UserCall | None) -> Node:
    if call is None or call.visible:
        return replace(node, label=call.name if call else node.label, count=1)
    inside = f"> {call.operations:,} operations" if call.operations > 1 else f"> {node.label}"
    return replace(node, label=call.name, detail=f"{inside} {node.detail}", count=1)


def _as_line(node: Node, call: UserCall | None) -> Node:
    if call is None or call.site is None:
        return node
    place = f"{call.site.file.rpartition('/')[2]}:{call.site.line}"
    return replace(node, label=place, detail=call.site.source, count=1)


def _whole(trace: Trace, seen_through: bool) -> tuple[list[Operation], Lineage]:
    if len(trace) > _MOST_OPERATIONS:
        raise UsageError(
            f"{trace.path} holds {len(trace):,} operations: say which one to look at, with --of ID."
        )
    operations = _seen_through(trace) if seen_through else _outermost(trace, 0, 2**62)
    return operations, lineage(operations)


def _seen_through(trace: Trace) -> list[Operation]:
    """All outermost operations; in the place of those on objects that hold arrays (a Series), what ran inside them."""
    return trace.operations.fetch(
        trace.ask("select id from seen_through_operations order by id")["id"].to_pylist()
    )


def _around(trace: Trace, reach: Reach) -> tuple[list[Operation], Lineage]:
    """Operations around the one asked for, enough of them to know where what flowed into it came from."""
    of = reach.of
    assert of is not None
    first, last, window = of, of, _FIRST_WINDOW
    operations = _outermost(trace, of, of)
    never: set[int] = set()
    while True:
        if reach.up:
            operations = _outermost(trace, of - window, first - 1) + operations
            first = max(0, of - window)
        if reach.down:
            operations = operations + _outermost(trace, last + 1, of + window)
            last = of + window
        found = lineage(operations)
        kept = _within(found, reach, of)
        open_ends = (
            [gap for gap in found.gaps if gap.target in kept and gap.reason == UNSEEN] if reach.up else []
        )
        further = _last_made(trace, operations, open_ends, first, never) if first else {}
        if not further:
            return operations, found
        if of - max(further.values()) >= _LAST_WINDOW or len(kept) >= max(_ENOUGH, reach.depth):
            return operations, replace(found, gaps=tuple(_known_to_lie_back(found.gaps, further)))
        window = max(2 * window, of - max(further.values()) + _FIRST_WINDOW)


def _known_to_lie_back(gaps: Iterable[Gap], further: dict[Gap, int]) -> Iterator[Gap]:
    for gap in gaps:
        yield replace(gap, reason=_TOO_FAR) if gap in further else gap


def _outermost_of(trace: Trace, number: int) -> int:
    """The operation inside which operation `number` ran, or itself. Raises UsageError if there is none."""
    operation = _placed(trace, number)
    if operation is None:
        raise UsageError(f"there is no operation {number}: the trace holds {len(trace):,}.")
    while operation["depth"] and operation["parent"] is not None and operation["parent"] < operation["id"]:
        above = _placed(trace, operation["parent"])
        if above is None:
            raise UsageError(f"operation {number} ran inside one that the trace does not hold.")
        if above["traits"] & Trait.FRAME:
            break
        operation = above
    return int(operation["id"])


def _placed(trace: Trace, number: int) -> dict[str, Any] | None:
    """Where operation `number` ran; its operands, which take longest to find, are not looked up."""
    rows = trace.ask("select id, depth, parent, traits from operations where id = ?", [number]).to_pylist()
    return rows[0] if rows else None


def _last_made(
    trace: Trace, operations: list[Operation], gaps: list[Gap], before: int, never: set[int]
) -> dict[Gap, int]:
    """Of those unexplained arrays at whose place an operation before `before` left something: the last such one.

    never: addresses at which none did, which are not looked for again; those found out are added.
    """
    by_id = {operation.id: operation for operation in operations}
    addresses = {gap: by_id[gap.target].operands[gap.place].address for gap in gaps}
    wanted = {address for address in addresses.values() if address is not None} - never
    last: dict[int, int] = {}
    # Most lie near. Further back it is the whole trace that has to be gone through.
    for low, high in ((before - _LAST_WINDOW, before), (0, before - _LAST_WINDOW)):
        if wanted and high > 0:
            rows = trace.ask(
                "select address, max(operation) as last from results where operation between ? and ? "
                "and address in (select unnest(?::ubigint[])) group by address",
                [low, high - 1, list(wanted)],
            ).to_pylist()
            last.update({row["address"]: row["last"] for row in rows})
            wanted -= last.keys()
    never |= wanted
    return {gap: last[address] for gap, address in addresses.items() if address in last}


def _outermost(trace: Trace, first: int, last: int) -> list[Operation]:
    ids = trace.ask(
        "select id from outermost_operations where id between ? and ? order by id",
        [first, last],
    )["id"].to_pylist()
    return trace.operations.fetch(ids)


def _within(found: Lineage, reach: Reach, of: int) -> set[int]:
    """The operations that `of` is reached from or reaches, in at most so many steps."""
    kept = {of}
    for wanted, step in ((reach.up, ("target", "source")), (reach.down, ("source", "target"))):
        if not wanted:
            continue
        neighbours: dict[int, list[int]] = {}
        for edge in found.edges:
            neighbours.setdefault(getattr(edge, step[0]), []).append(getattr(edge, step[1]))
        seen, layer, depth = {of}, [of], 0
        while layer and (not reach.depth or depth < reach.depth):
            layer = [other for number in layer for other in neighbours.get(number, ())]
            layer = [other for other in dict.fromkeys(layer) if other not in seen]
            seen.update(layer)
            depth += 1
        kept |= seen
    return kept


def _grouping(fold: str | None) -> Callable[[Operation], object]:
    """What operations are folded by: those with the same answer become one node."""
    if fold == "function":
        return lambda operation: (_site(operation)[0], _site(operation)[2])
    if fold == "module":
        return lambda operation: _site(operation)[0]
    if fold == "loop":
        return lambda operation: (operation.name, _site(operation), operation.process, operation.thread)
    return lambda operation: operation.id


def _site(operation: Operation) -> tuple[str, int, str]:
    site = operation.user_site or operation.site
    return ("?", 0, "?") if site is None else (site.file, site.line, site.function or "?")


def _drawn(
    operations: Iterable[Operation],
    edges: Iterable[Edge],
    gaps: Iterable[Gap],
    group: Callable[[Operation], object],
    asked: int | None,
    seen: int,
) -> Flow:
    members: dict[object, list[Operation]] = {}
    for operation in operations:
        members.setdefault(group(operation), []).append(operation)
    numbers = {key: key if isinstance(key, int) else some[0].id for key, some in members.items()}
    node_of = {operation.id: numbers[key] for key, some in members.items() for operation in some}
    folded = any(len(some) > 1 for some in members.values())
    nodes = tuple(replace(_node(key, some, asked), id=numbers[key]) for key, some in members.items())
    links: dict[tuple[int, int, str, bool], int] = {}
    for edge in edges:
        source, target = node_of[edge.source], node_of[edge.target]
        if source != target or (folded and edge.source != edge.target):
            link = (source, target, edge.kind, edge.certain)
            links[link] = links.get(link, 0) + 1
    missing: dict[tuple[int, str], int] = {}
    for gap in gaps:
        missing[node_of[gap.target], gap.reason] = missing.get((node_of[gap.target], gap.reason), 0) + 1
    return Flow(
        nodes,
        tuple(Link(*link, count) for link, count in links.items()),
        tuple(MissingLink(*gap, count) for gap, count in missing.items()),
        seen,
    )


def _node(key: object, some: list[Operation], asked: int | None) -> Node:
    first = some[0]
    results = made_last(reversed(some)) if isinstance(key, int) and len(some) > 1 else first.outputs
    file, line, function = _site(first)
    name = file.rpartition("/")[2]
    is_asked = any(operation.id == asked for operation in some)
    if isinstance(key, str):
        return Node(first.id, name, f"{len(some):,} operations", len(some), is_asked)
    if isinstance(key, tuple) and len(key) == 2:
        return Node(first.id, function, f"{name}, {len(some):,} operations", len(some), is_asked)
    shapes = ", ".join(
        f"{operand.dtype}[{','.join(map(str, operand.shape or ()))}]"
        for operand in results
        if operand.is_array()
    )
    # What an object learns beside a result is nothing written in place.
    is_written = any(
        one.role == "out"
        or (one.role == "mutated" and ((one.kind != "object" and not one.item) or not first.outputs))
        for one in first.operands
    )
    written = "in place" if is_written else ""
    detail = " ".join(part for part in (shapes, written, f"{name}:{line}") if part)
    return Node(first.id, first.name, detail, len(some), is_asked)

"""Rules asked of a trace: the same operations, and the same answers, as while it was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from numscope.analysis.concepts.objects_inside import reached
from numscope.analysis.concepts.operation_facts import operation_facts
from numscope.errors import UsageError
from numscope.operations.traits import Trait, has_sql
from numscope.rules.errors import RuleError
from numscope.rules.facts import Value
from numscope.rules.language import UnknownValueError, read_rule
from numscope.trace import Operation, Trace

# A library's public call works on objects, too: while it is recorded, what runs inside it is all that is looked at.
_ON_OBJECTS = f"""from opaque_operations
    union select id as operation from called_operations where {has_sql("traits", Trait.STANDS)}"""
# Operations fetched at a time.
_PAGE = 2000


@dataclass(frozen=True)
class Violation:
    """A call site at which a rule held. place: the user's `FILE:LINE`. first: the operation of the first time."""

    rule: str
    place: str
    operation: str
    dtype: str
    shape: tuple[int, ...]
    values: dict[str, Value]
    count: int
    first: int


@dataclass(frozen=True)
class Check:
    """Where rules held, in the order of their first times. found: how many places. undecided: operations, by rule."""

    violations: tuple[Violation, ...]
    found: int
    times: int
    undecided: dict[str, int]
    operations: int


def check(trace: Trace, rules: Sequence[str], in_libraries: bool = False, limit: int | None = None) -> Check:
    """Ask `rules` of the operations that the program's own lines called; with `in_libraries`, of libraries' calls too.

    Raises UsageError for a rule that can't be read.
    """
    try:
        read = [read_rule(text) for text in rules]
    except RuleError as error:
        raise UsageError(str(error)) from None
    found: dict[tuple[str, str], Violation] = {}
    undecided: Counter[str] = Counter()
    count = 0
    for operation in _operations(trace, in_libraries):
        count += 1
        subject = operation_facts(operation)
        site = operation.user_site or operation.site
        place = f"{site.file}:{site.line}" if site else "?"
        for rule in read:
            try:
                match = rule.ask(subject)
            except UnknownValueError:
                undecided[rule.text] += 1
                continue
            if match is None:
                continue
            key = (rule.text, place)
            if key in found:
                found[key] = replace(found[key], count=found[key].count + 1)
                continue
            array = match.output
            found[key] = Violation(
                *(rule.text, place, operation.name),
                str(array.type) if array is not None else "",
                array.shape if array is not None else (),
                match.values,
                1,
                operation.id,
            )
    everything = tuple(found.values())
    times = sum(violation.count for violation in everything)
    return Check(everything[:limit], len(everything), times, dict(undecided), count)


def _operations(trace: Trace, in_libraries: bool) -> Iterator[Operation]:
    """Every operation that rules are asked of: as judge.c chooses them while recording."""
    outermost = "depth = 0" if in_libraries else "depth = 0 and in_library = false"
    # A function of the user's that an operation calls back has a line of its own; what C code calls has not.
    called_back = """
        select inner_.id from operations inner_ join operations outer_ on inner_.parent = outer_.id
        where inner_.in_library = false and inner_.site <> outer_.site
    """
    inside = reached("select id from operations where depth = 0 or in_library = false", _ON_OBJECTS)
    ids = trace.ask(
        f"""
        select id from operations where exception is null and not unfinished and not truncated and id in (
            select id from operations where {outermost} union {called_back}
            union select inside.id from ({inside}) inside join operations using (id) where depth > 0 and parent in (
                {_ON_OBJECTS}))
        order by id
        """
    )["id"].to_pylist()
    for start in range(0, len(ids), _PAGE):
        yield from trace.operations.fetch(ids[start : start + _PAGE])

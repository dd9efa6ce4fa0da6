"""What was lost when data were read: -999 as a number, the text "NA" as missing, the text "0082" as the number 82."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.labels import LOOKUPS, MAPS
from numscope.operations.lore.missing import READERS, SENTINELS
from numscope.operations.lore.user_line import counted
from numscope.trace import Operand, Operation, Site, Trace

# Says what was wrong with a result of a reader; None if it is not what the origin has to do with.
Judge = Callable[[Operation, Operand], Cause | None]

_MOST = 50
_NULLS, _NAME = "nulls", "name"
# A key of text that a number could not be; long mappings are recorded in part.
_WITH_ZERO = re.compile(r"[{ ]'(0\d+)':")


def read_wrongly(trace: Trace, operation: Operation) -> Root | None:
    """Return the last line that read data otherwise than they are meant, by which `operation` has no result."""
    site = operation.user_site
    begun = (_sentinels(operation), _missing_keys(operation), _without_zeros(trace, operation))
    judges = [judge for judge in begun if judge is not None]
    if site is None or not judges:
        return None
    for reader in reversed(own_before(trace, operation, READERS, _MOST)):
        made = reader.user_site
        if made is None or made.place == site.place:
            continue
        causes = (judge(reader, one) for judge in judges for one in reader.outputs)
        cause = next((one for one in causes if one is not None), None)
        if cause is not None:
            return Root(replace(made, line=_argument_line(trace, made, READERS[reader.name])), cause)
    return None


def _argument_line(trace: Trace, made: Site, argument: str) -> int:
    """Return the line at which a reader is told what stands for missing, if it is told; else that of its call."""
    statement = statement_at(parsed(trace.sources.text(made.file) or ""), made.line)
    told = (one for one in ast.walk(statement or ast.Pass()) if isinstance(one, ast.keyword))
    return next((one.value.lineno for one in told if one.arg == argument), made.line)


def _sentinels(operation: Operation) -> Judge | None:
    """Judge numbers that stand for missing values, of which arithmetic made NaN."""
    marks = {number for one in operation.inputs if (number := _least(one)) in SENTINELS}
    if "invalid" not in operation.floating_point or not marks:
        return None

    def judge(reader: Operation, read: Operand) -> Cause | None:
        least = _least(read)
        if least is None or least not in marks:
            return None
        how = f" (`{READERS[reader.name]}=`)" if READERS[reader.name] else ""
        return Cause(
            f"reads {least:g} as a number: it stands for a missing value{at_line_of(operation, _site(reader))}",
            f"Say where you read it that this is none{how}, or put NaN in its place.",
        )

    return judge


def _missing_keys(operation: Operation) -> Judge | None:
    """Judge columns of text, which a table has no NaN in but for what stands for missing, such as NA."""
    if operation.floating_point or operation.name.rpartition(".")[2] not in LOOKUPS:
        return None
    lost = {nans_of(one) for one in operation.outputs if one.is_array()}
    given = (key for one in operation.operands if one.role == "argument" for key in _columns(one))
    keys = {(name, count) for name, count in given if count and count in lost}

    def judge(reader: Operation, read: Operand) -> Cause | None:
        found = next((key for key in _columns(read) if key in keys), None)
        if found is None:
            return None
        name, count = found
        where = line_of(_site(operation), _site(reader))
        return Cause(
            f"reads {counted(count, 'value')} of `{name}` as missing, which {where} finds no entry for",
            "Where text such as NA is a name, read it so: `keep_default_na=False`; else fill these keys first.",
        )

    return judge if keys else None


def _without_zeros(trace: Trace, operation: Operation) -> Judge | None:
    """Judge columns of whole numbers, which, or whose text, is looked up in a mapping with keys such as "0082"."""
    if operation.name not in MAPS:
        return None
    arguments = [one for one in operation.operands if one.role == "argument"]
    names = {str(one.attributes[_NAME]) for one in arguments if _NAME in one.attributes}
    numbers = [one for one in operation.inputs if one.is_array() and one.position == 0]
    if any(not (one.dtype or "").startswith(("int", "uint")) for one in numbers):
        return None
    # A mapping may be a Series: the line that made it was given its keys.
    mappings = [one for one in operation.inputs if one.is_array() and one.position == 1]
    makers = [maker for one in mappings if (maker := maker_of(trace, one, operation)) is not None]
    given = [*arguments, *(one for maker in makers for one in maker.operands if one.role == "argument")]
    keys = (_WITH_ZERO.search(one.literal) for one in given if isinstance(one.literal, str))
    key = next(filter(None, keys), None)
    if key is None:
        return None

    def judge(reader: Operation, read: Operand) -> Cause | None:
        if read.name not in names or not (read.dtype or "").startswith(("int", "uint")):
            return None
        where = line_of(_site(operation), _site(reader))
        return Cause(
            f"reads `{read.name}` as numbers, without leading zeros; {where} has keys such as '{key[1]}'",
            f"Read it as text: `dtype={{'{read.name}': str}}`.",
        )

    return judge


def _site(operation: Operation) -> Site:
    assert operation.user_site is not None  # looked at before
    return operation.user_site


def _least(operand: Operand) -> float | None:
    return None if operand.statistics is None else operand.statistics.minimum


def _columns(operand: Operand) -> Iterator[tuple[str, int]]:
    """Yield the name of each column that an object holds without numbers, and how many of its values are missing."""
    known = operand.attributes
    if isinstance(count := known.get(_NULLS), int):
        yield str(known.get(_NAME)), count
    for key, value in known.items():
        name, _, what = key.rpartition(": ")
        if what == _NULLS and isinstance(value, int):
            yield name, value

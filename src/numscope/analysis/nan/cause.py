"""The sentence that says why NaN or infinities began: "divides by zero: `visits` is 0 in 256 of 5,000 elements".

`cause_of` is the one entry. Sentences about single libraries (`reindex`: 1 label of 5 is not in the index) come first;
where none applies, arithmetic says what happened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from numscope.analysis.nan.arithmetic import explain, too_few
from numscope.operations.lore.sentences import sentence_of
from numscope.operations.lore.user_line import UserLine
from numscope.operations.traits import Trait
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation

# Traits of what lets a tensor show other memory, whatever that holds: `set_`, with which torch.load ends.
_SHOWN_ANEW = Trait.ASSIGNS | Trait.NONFINITE_ON_PURPOSE


@dataclass(frozen=True)
class Evidence:
    """What is known of an origin.

    operation: the one at the user's line. maker: the innermost operation inside it that made the values, or itself.
    kind: how they began. nans, infinities: how many in the results (of `appeared`: in the input). source: the text of
    the user's line; empty if it can't be read. grown: a library was given fewer of them. dropped: they were there
    before the oldest operation that is kept. named: the line writes a NaN,
    an infinity or a missing value itself. line: what is known of the statement, where the operation is its own.
    """

    operation: Operation
    maker: Operation
    kind: OriginKind
    nans: int
    infinities: int
    source: str
    grown: bool = False
    dropped: bool = False
    named: bool = False
    line: UserLine | None = None


@dataclass(frozen=True)
class Cause:
    """Why they began. sentence: starts with a verb, after the place ("divides by zero: ..."). advice: what to do."""

    sentence: str
    advice: str = ""


def cause_of(evidence: Evidence) -> Cause:
    """Return why the values began, in the words of the library if its lore knows the line, else of arithmetic."""
    if evidence.dropped:
        return Cause(f"has {_values(evidence)} from before the oldest operation that was kept", _KEEP_MORE)
    said = None if evidence.line is None else sentence_of(evidence.line)
    if said is not None:
        return Cause(said, _ADVICE.get(evidence.kind, ""))
    if (nones := _nones(evidence)) is not None:
        return Cause(nones, _ADVICE[OriginKind.GIVEN])
    if evidence.kind is OriginKind.MADE or evidence.maker.traits & Trait.SHADOW:
        return _arithmetic(evidence)
    written = evidence.operation.traits & Trait.LIFTS
    if (
        evidence.kind is OriginKind.GIVEN
        and not (written or evidence.named)
        and _is_scalar(evidence.operation)
    ):
        return Cause(f"gets {_values(evidence)} in a NumPy scalar that no recorded operation made", _SCALARS)
    few = too_few(evidence.operation) if _is_public_read(evidence) else None
    if few is not None:
        return Cause(few.sentence, few.advice)
    return Cause(_sentence(evidence), _ADVICE.get(OriginKind.GIVEN if written else evidence.kind, ""))


def _arithmetic(evidence: Evidence) -> Cause:
    if evidence.maker.traits & _SHOWN_ANEW == _SHOWN_ANEW:
        said = f"reads {_values(evidence)} that it did not compute: of a file, or of another library's memory"
        return Cause(
            said, "Look how these were written: a checkpoint may hold what a training had lost already."
        )
    few = too_few(evidence.operation)  # what divides by their number inside knows nothing of them
    if few is not None:
        return Cause(few.sentence, few.advice)
    for operation in dict.fromkeys((evidence.maker.id, evidence.operation.id)):
        one = evidence.maker if operation == evidence.maker.id else evidence.operation
        found = explain(one, evidence.source)
        if found is not None:
            return Cause(found.sentence, found.advice)
    return Cause(f"makes {_values(evidence)} in {evidence.operation.name}, whose inputs hold none there")


def _is_public_read(evidence: Evidence) -> bool:
    """Return whether a library's public call has the values in its results, and no arithmetic made them."""
    return bool(evidence.operation.traits & Trait.STANDS) and evidence.kind is OriginKind.READ


def _nones(evidence: Evidence) -> str | None:
    """Return that the line makes NaN of None in the data that it gives; None if it gives none."""
    operands = (*evidence.operation.inputs, *evidence.operation.arguments)
    given = [str(one.literal) for one in operands if one.kind == "literal"]
    if evidence.operation.depth or not any(re.search(r"[\[(,:] *None *[,\])]", text) for text in given):
        return None
    return f"makes NaN of None: {evidence.nans:,} {'value has' if evidence.nans == 1 else 'values have'} no number"


def _sentence(evidence: Evidence) -> str:
    values, name = _values(evidence), evidence.operation.name
    if _is_public_read(evidence):
        return f"gets {values} from {name}, whose inputs hold none there"
    if evidence.kind is OriginKind.UNINITIALISED:
        return f"reads uninitialised memory ({values} in it)"
    if _is_given_numbers(evidence):
        return f"writes {values} itself" if evidence.named else f"gets {values} among Python's numbers"
    library = _library(name)
    if evidence.kind is OriginKind.GIVEN:
        return f"writes {values} itself" if evidence.named else f"gets {values} from {library}"
    if evidence.grown:
        return f"gets {values} from {library}, more than went in"
    return f"gets {values} from {library}, from values that hold none or from outside"


def _is_given_numbers(evidence: Evidence) -> bool:
    """Return whether the program's own line computes with numbers of Python's, or makes an array of them."""
    site = evidence.operation.site
    given = evidence.kind is OriginKind.GIVEN and site is not None and not site.in_library
    return given or bool(evidence.operation.traits & Trait.LIFTS)


def _is_scalar(operation: Operation) -> bool:
    """Return whether it is a NumPy scalar that brought such values in."""
    given = [one for one in operation.inputs if one.statistics is not None and one.statistics.nonfinite]
    return bool(given) and all(one.kind == "scalar" for one in given)


def _library(name: str) -> str:
    return f"a library (first seen in {name})"


def _values(evidence: Evidence) -> str:
    parts = [f"{evidence.nans:,} NaN"] if evidence.nans else []
    if evidence.infinities:
        parts.append(f"{evidence.infinities:,} infinit{'y' if evidence.infinities == 1 else 'ies'}")
    return " and ".join(parts) or "such values"


_KEEP_MORE = (
    "Record again with --stop-on nan, which stops where the first begins, or keep more (--keep, --last)."
)
_SCALARS = "Record again with --scalars: of NumPy scalars' own arithmetic only a part is recorded where it costs much."
_ADVICE = {
    OriginKind.MADE: "Leave out the values that have no result here, or say what their result shall be.",
    OriginKind.UNINITIALISED: "Write every element before you read any, or start from zeros.",
    OriginKind.APPEARED: "Look which labels, rows or places had no value: count them before and after this line.",
    OriginKind.READ: "Look which values have no result there, and fill them or leave them out.",
    OriginKind.GIVEN: "Leave these out or fill them before you compute with them.",
}

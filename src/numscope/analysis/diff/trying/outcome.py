"""Whether a run ended as the first program or as the second, by what it printed and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numscope.analysis.diff.printed_results import PrintedNumber, tokens_of
from numscope.analysis.diff.trying.narrowing import Outcome

Token = PrintedNumber | str


@dataclass(frozen=True)
class Ending:
    """What a run printed, and the type of the exception that ended it."""

    printed: str
    exception: str | None = None

    def tokens(self) -> list[Token]:
        """Return the words and numbers."""
        return [*tokens_of(self.printed), *([f"{self.exception}!"] if self.exception else [])]


class Endings:
    """The endings of two programs, and what only one of them says."""

    def __init__(self, first: Ending, second: Ending) -> None:
        one, other = first.tokens(), second.tokens()
        right, wrong = _only(one, other), _only(other, one)
        # What is computed are numbers; only where they say nothing, words do.
        if any(isinstance(token, PrintedNumber) for token in (*right, *wrong)):
            right, wrong = ([token for token in side if _is_computed(token)] for side in (right, wrong))
        self._right, self._wrong = right, wrong

    @property
    def differ(self) -> bool:
        """Whether the programs ended otherwise."""
        return bool(self._right or self._wrong)

    def outcome(self, ending: Ending) -> Outcome:
        """Return as which of the programs a run ended."""
        tokens = ending.tokens()
        right, wrong = _found(self._right, tokens), _found(self._wrong, tokens)
        if ending.exception and f"{ending.exception}!" not in self._wrong:
            return Outcome.NEITHER
        # What the second program says besides, as the number of rows, another of its changes may have added.
        if self._right:
            is_right, is_wrong = right == len(self._right), right == 0 and wrong > 0
        else:
            is_right, is_wrong = wrong == 0, wrong == len(self._wrong)
        return Outcome.RIGHT if is_right else Outcome.WRONG if is_wrong else Outcome.NEITHER


def _is_computed(token: Token) -> bool:
    return isinstance(token, PrintedNumber) or token.endswith("!")


def _only(tokens: Iterable[Token], others: list[Token]) -> list[Token]:
    """Return the tokens that are not among the others, each counted as often as it is there."""
    left = list(others)
    only = []
    for token in tokens:
        at = _place(token, left)
        if at is None:
            only.append(token)
        else:
            del left[at]
    return only


def _found(tokens: list[Token], among: list[Token]) -> int:
    return len(tokens) - len(_only(tokens, among))


def _place(token: Token, among: list[Token]) -> int | None:
    return next((place for place, other in enumerate(among) if _same(token, other)), None)


def _same(one: Token, other: Token) -> bool:
    if isinstance(one, PrintedNumber) and isinstance(other, PrintedNumber):
        return one.same(other)
    return one == other

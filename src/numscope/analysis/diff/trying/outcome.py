"""Whether a run ended as the first program or as the second, by what it printed and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numscope.analysis.diff.printed_results import PrintedNumber, digits_of, same_token, tokens_of
from numscope.analysis.diff.trying.narrowing import Outcome

Token = PrintedNumber | str
# Numbers of fewer digits are often counts: where others differ, these say nothing.
_FEWEST_TELLING = 3


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
        self._both = _only(one, right)
        for tells in (_has_digits, _is_computed):
            if any(tells(token) for token in (*right, *wrong)):
                right, wrong = ([token for token in side if tells(token)] for side in (right, wrong))
                break
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
        if right == len(self._right) and not wrong:
            return Outcome.RIGHT
        return Outcome.WRONG if wrong == len(self._wrong) and not right else Outcome.NEITHER

    def mended(self, ending: Ending) -> bool:
        """Return whether a run ended as the first program, and prints what both programs print."""
        tokens = ending.tokens()
        return self.outcome(ending) is Outcome.RIGHT and _found(self._both, tokens) == len(self._both)


def _has_digits(token: Token) -> bool:
    """Return whether a token says more than a count does, which runs may have in common by chance."""
    return token.endswith("!") if isinstance(token, str) else digits_of(token.text) >= _FEWEST_TELLING


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
    return next((place for place, other in enumerate(among) if same_token(token, other)), None)

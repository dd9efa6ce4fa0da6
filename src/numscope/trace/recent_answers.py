"""Small answers that were given lately: questions about one operation after the other ask much of it again."""

from __future__ import annotations

from typing import Any

_MOST_KEPT = 256
_MOST_ROWS = 256
_MOST_LISTED = 64

Key = tuple[str, str]


class RecentAnswers:
    """Answers to queries, as Arrow tables, which nobody can change. They hold until `forget` is called."""

    def __init__(self) -> None:
        # The one used last at the end.
        self._answers: dict[Key, Any] = {}

    def get(self, text: str, parameters: list[Any] | None) -> Any | None:
        """Return the answer that was given to this query; None if it was not asked lately."""
        key = _key(text, parameters)
        if key is None or key not in self._answers:
            return None
        answer = self._answers[key] = self._answers.pop(key)
        return answer

    def keep(self, text: str, parameters: list[Any] | None, answer: Any) -> None:
        """Keep an answer if it is small."""
        key = _key(text, parameters)
        if key is None or answer.num_rows > _MOST_ROWS:
            return
        self._answers[key] = answer
        if len(self._answers) > _MOST_KEPT:
            del self._answers[next(iter(self._answers))]

    def forget(self) -> None:
        """Keep none of them: the tables now answer otherwise."""
        self._answers.clear()


def _key(text: str, parameters: list[Any] | None) -> Key | None:
    """Return what stands for a query; None if its parameters are long: their text takes as long as an answer."""
    if any(isinstance(one, list | tuple) and len(one) > _MOST_LISTED for one in parameters or ()):
        return None
    return text, repr(parameters)

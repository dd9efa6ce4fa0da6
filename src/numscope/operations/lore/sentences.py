"""What the libraries' lore says of a line of the program, whichever library it calls."""

from __future__ import annotations

from numscope.operations.lore import correlations, pandas, scipy, sklearn, text_files
from numscope.operations.lore.user_line import UserLine

_LORE = (pandas.sentence, sklearn.sentence, scipy.sentence, correlations.sentence, text_files.sentence)


def sentence_of(line: UserLine) -> str | None:
    """Return why the line's result holds NaN or infinities, in the words of its library; None if that is not known."""
    return next((said for lore in _LORE if (said := lore(line))), None)

"""Which of the warnings that libraries give are about the numbers of a run, and which about its code or its speed."""

from __future__ import annotations

import re

OPERATION = "warnings.warn"
# Their category by itself: names that will change, time and memory, files.
_OF_CODE = re.compile(
    r"Deprecat|Future|Performance|Efficiency|Resource|Import|Syntax|Encoding|Bytes|Pandas\d|Experimental|Beta"
)
# The text of a plain UserWarning.
_SAYS_OF_CODE = re.compile(
    r"deprecat|will be removed|will change|in (?:a|the) future|no longer|renamed"
    r"|slow|faster|perform|memory|worker|thread|process(?:es)?\b|cpu|gpu|cuda|device|driver"
    r"|experimental|prototype|beta\b|install|not found|version|non-interactive|font|glyph|cache|pickle",
    re.IGNORECASE,
)
# Of a search: where it ends is what counts.
_OF_THE_START = re.compile(r"starting (?:\w+ )*parameters")
# Such a text says what is wrong, or only what was done: "the series has been differenced".
_SAYS_WHAT_IS_WRONG = re.compile(
    r"\b(?:not?|never|without|cannot|can't|doesn't|fail\w*|invalid|unknown|missing|before|wrong\w*|incorrect\w*"
    r"|inaccura\w*|unreliab\w*|ambigu\w*|ill|singular|collinear\w*|constant|zeros?|negative|nan|inf(?:inite|inity)?|overflow\w*"
    r"|only|few\w*|less|smaller|larger|too|exceed\w*|differ(?:s|ent)?|mismatch\w*|unequal|lost|precision|floored|capped)\b",
    re.IGNORECASE,
)
# Packages that draw: what they say is about the picture.
_DRAWS = re.compile(r"[/\\](?:matplotlib|mpl_toolkits|PIL|seaborn|IPython|tqdm)[/\\]")
# What NumPy says of NaN, infinities and empty means is seen by its values.
_OF_VALUES = re.compile(r"[/\\]numpy[/\\]")
_RUNTIME, _USER = GENERAL = ("RuntimeWarning", "UserWarning")


def is_about_numbers(category: str, text: str, file: str) -> bool:
    """Return whether a warning says that a result may be wrong. text: "" if not kept. file: from which it is given."""
    if _OF_CODE.search(category) or _DRAWS.search(file) or _OF_THE_START.search(text):
        return False
    if category == _RUNTIME:
        return not _OF_VALUES.search(file)
    return category != _USER or (bool(_SAYS_WHAT_IS_WRONG.search(text)) and not _SAYS_OF_CODE.search(text))

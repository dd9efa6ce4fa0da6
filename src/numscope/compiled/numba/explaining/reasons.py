"""The reason in Numba's text of a failure: the first line that is about the user's program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from numscope.compiled.numba.explaining.wording import plain, without_colour

# How lines begin that are about Numba.
_SAYS_NOTHING = re.compile(
    "|".join(
        (
            "Failed in ", "During:", "File ", "- ", ">>>", "There are", "Overload ", "Rejected as", "Enable logging",
            "<source elided>", "Traceback", "With argument", "Intrinsic (?:in|of) function", "raised from",
            "Poison type", "No match", "Type Restricted Function", "Known signatures", r"\* \(", "This error",
            "No implementation of function", "Invalid use of (?:BoundFunction|Function|getiter|intrinsic)",
            r"numba\.core\.errors", "None$", r"\^", r"[\w.]*Error:?\s*$", r"\(file ", "Unknown reason",
            "Undecided type", "Operator Overload", r"<numba\.",
            r"<class 'numba\.core\.ir", "exception occurred", "missing a required argument: 'self'",
        )
    )
)  # fmt: skip
_VALUE_OF_LLVM = re.compile(r": (?:%|i\d+ |double |float |\{(?!')).*$")
_DETAIL = re.compile(r", operation: .*|\.?Suggestion: .*")
_ERROR = re.compile(r"^(?:[\w.]*(?:Error|Exception|Literal\w*)): ")


# One of several implementations takes other arguments: it says less than one that looked at their types.
_OF_PARAMETERS = re.compile(
    r"too many positional arguments|missing a required argument|got an unexpected keyword"
)


def reason(texts: Iterable[str]) -> str:
    """Return the first line of Numba's texts that says why, in plain words and without its full stop; "": none does."""
    said = [line for text in texts for line in _telling(text)]
    best = next((line for line in said if not _OF_PARAMETERS.match(line)), "".join(said[:1]))
    return plain(best).rstrip(".")


def _telling(text: str) -> Iterator[str]:
    """Yield the lines of a text that say something of the program."""
    quoted = (
        False  # source, Numba's own too: it stands between the line that names its file and an empty line
    )
    for line in without_colour(text).splitlines():
        said = _DETAIL.sub("", _VALUE_OF_LLVM.sub("", _ERROR.sub("", line.strip())))
        quoted = bool(said) and (quoted or said.startswith('File "'))
        if said and not quoted and not _SAYS_NOTHING.match(said):
            yield said

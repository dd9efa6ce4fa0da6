"""What looks keys up, makes text of text, and fills rows up with 0, in Python and in libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

JOINS = frozenset(("join", "merge", "merge_asof", "join_asof"))
# Methods of what holds values by key that take keys.
LOOKS_UP = frozenset(("reindex", "reindex_like", "map", "get", "replace_strict", "sel", "combine_first"))
# What is given labels for values that have labels already looks the new ones up among the old.
ALIGNS = frozenset(("Series", "DataFrame"))
SPELLS = frozenset(
    [
        *("lower", "upper", "title", "capitalize", "casefold", "swapcase", "to_lowercase", "to_uppercase"),
        *("to_titlecase", "strip", "lstrip", "rstrip", "strip_chars", "strip_chars_start", "strip_chars_end"),
        *("zfill", "ljust", "rjust", "center", "pad", "removeprefix", "removesuffix", "strip_prefix"),
        *("strip_suffix", "strftime", "translate", "format", "slice", "head_chars", "extract"),
    ]
)
# What makes text of numbers, if it is given `str`.
CONVERTS = frozenset(("astype", "map", "apply"))
# These leave blanks around each part if they are given what to split at.
SPLITS = frozenset(("split", "rsplit", "partition", "rpartition", "fullsplit"))
# What those that give a list of parts do, of Python and of pandas alike: text, separator, how often at most.
SPLITS_TEXT: Mapping[str, Callable[[str, str, int], list[str]]] = {
    "split": str.split,
    "rsplit": str.rsplit,
    "partition": lambda text, separator, _: list(text.partition(separator)),
    "rpartition": lambda text, separator, _: list(text.rpartition(separator)),
}
PADS_WITH_ZEROS = frozenset(("zeros", "zeros_like", "new_zeros", "pad_sequence", "pad"))
# What some of these do to a text if they are given nothing more.
RESPELL: Mapping[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "title": str.title,
    "capitalize": str.capitalize,
    "casefold": str.casefold,
    "to_lowercase": str.lower,
    "to_uppercase": str.upper,
    "to_titlecase": str.title,
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "strip_chars": str.strip,
    "strip_chars_start": str.lstrip,
    "strip_chars_end": str.rstrip,
}

# What puts numbers into classes between edges, by the names of operations.
CLASSIFIES = r"\.(cut|qcut)$"

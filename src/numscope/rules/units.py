"""Numbers with a unit of bytes in a rule: `100MB`, `2Gi`."""

from __future__ import annotations

import re

from numscope.rules.errors import RuleError

_FACTORS = {
    "b": 1,
    **{f"{letter}{end}": 1000**power for power, letter in enumerate("kmgt", 1) for end in ("", "b")},
    **{f"{letter}i{end}": 1024**power for power, letter in enumerate("kmgt", 1) for end in ("", "b")},
}
# A string is left as it is; of numbers, those that letters follow at once.
_STRING_OR_NUMBER = re.compile(
    r"""('[^']*'|"[^"]*")|(?<![\w.])(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![eE][+-]?\d)([A-Za-z]+)\b"""
)


def spell_out(text: str) -> str:
    """Return `text` with every number that has a unit written without it. Raises RuleError for an unknown unit."""

    def plain(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        factor = _FACTORS.get(found[3].lower())
        if factor is None:
            units = "B, kB, MB, GB, TB, KiB, MiB, GiB, TiB"
            raise RuleError(f"'{found[0]}' in the rule '{text}' has no known unit; there are {units}")
        return str(float(found[2]) * factor)

    return _STRING_OR_NUMBER.sub(plain, text)

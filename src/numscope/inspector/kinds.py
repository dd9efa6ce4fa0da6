"""The kinds of tensor that can be watched on a layer."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal, get_args

from numscope.inspector.exceptions import InspectionError

Kind = Literal["activations", "gradients", "inputs", "weights", "weight_gradients"]

KINDS: tuple[Kind, ...] = get_args(Kind)
NEED_BACKWARD: frozenset[Kind] = frozenset({"gradients", "weight_gradients"})


def parse_kinds(what: str | Iterable[str]) -> tuple[Kind, ...]:
    """Return the kinds named by `what`, in the order of `KINDS`, each once.

    Raises InspectionError for a name that is no kind.
    """
    asked = [what] if isinstance(what, str) else list(what)
    if not asked:
        raise InspectionError(f"'what' is empty: choose from {', '.join(KINDS)}")
    for name in asked:
        if name not in KINDS:
            raise InspectionError(f"can't watch {name!r}: {_hint(name)}")
    return tuple(kind for kind in KINDS if kind in asked)


def _hint(name: object) -> str:
    near = difflib.get_close_matches(str(name), KINDS, n=1)
    choice = f"choose from {', '.join(KINDS)}"
    return f"did you mean {near[0]!r}? ({choice})" if near else choice

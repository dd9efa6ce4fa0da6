"""The names of a model's layers, and which of them a wildcard means."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Iterator, Sequence

import torch
from torch import nn

from numscope.inspector.exceptions import LayerNotFoundError

# What wraps a model and passes calls on, with the attribute the wrapped model is under.
# DistributedDataParallel is found by name: torch.distributed is not part of every build.
_WRAPPERS = {"DataParallel": "module", "DistributedDataParallel": "module", "OptimizedModule": "_orig_mod"}


def wrapped_in(module: nn.Module) -> str | None:
    """Return the attribute under which `module` holds the model it wraps, or None if it wraps none."""
    for ancestor in type(module).__mro__:
        attribute = _WRAPPERS.get(ancestor.__name__)
        if attribute and ancestor.__module__.startswith("torch."):
            return attribute
    return None


class LayerNames:
    """The layers of one model by name.

    Names are those of `named_modules()`, without the parts that DataParallel, DistributedDataParallel and
    torch.compile put in (`module.`, `_orig_mod.`). A module that stands in several places has its first name;
    its other names find it as well. The model itself is called "" as in `named_modules()`.
    """

    def __init__(self, model: nn.Module) -> None:
        self._modules: dict[str, nn.Module] = {}
        self._first_name: dict[nn.Module, str] = {}
        self._alias: dict[str, str] = {}
        self._collect(model)

    def _collect(self, model: nn.Module) -> None:
        hidden: set[str] = set()
        for full_name, module in model.named_modules(remove_duplicate=False):
            attribute = wrapped_in(module)
            if attribute:
                hidden.add(f"{full_name}.{attribute}" if full_name else attribute)
            name = _without(full_name, hidden)
            if attribute:
                # The wrapper's own name belongs to what it wraps, which comes next.
                continue
            first = self._first_name.setdefault(module, name)
            self._alias.setdefault(name, first)
            self._alias.setdefault(full_name, first)
            self._modules.setdefault(first, module)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, name: str) -> bool:
        return name in self._alias

    def module(self, name: str) -> nn.Module:
        """Return the module called `name`. Raises LayerNotFoundError."""
        return self._modules[self.resolve(name)]

    def name_of(self, module: nn.Module) -> str | None:
        """Return the module's first name, or None if it is no layer of this model."""
        return self._first_name.get(module)

    def resolve(self, name: str) -> str:
        """Return the first name of the module that is also called `name`. Raises LayerNotFoundError."""
        if name not in self._alias:
            raise LayerNotFoundError(name, near_names(name, list(self._alias)), len(self))
        return self._alias[name]

    def match(self, pattern: str) -> list[str]:
        """Return the names that the wildcard `pattern` matches, in the model's order.

        `*` stands for any text, dots included; `?` for one character; `[ab]` for one of them. A pattern
        without wildcards is a name. The model itself is matched by "" only, unless it has no layers inside.
        Raises LayerNotFoundError where nothing matches.
        """
        if pattern in self._alias:
            return [self._alias[pattern]]
        found = {
            first
            for name, first in self._alias.items()
            if fnmatch.fnmatchcase(name, pattern) and (first or len(self) == 1)
        }
        if not found:
            raise LayerNotFoundError(pattern, near_names(pattern, list(self._alias)), len(self))
        return [name for name in self._modules if name in found]


def _without(full_name: str, hidden: Iterable[str]) -> str:
    """Return `full_name` without the parts by which wrappers hold what they wrap."""
    parts = full_name.split(".")
    kept = [part for end, part in enumerate(parts, start=1) if ".".join(parts[:end]) not in hidden]
    return ".".join(kept)


def near_names(pattern: str, names: Sequence[str], limit: int = 3) -> list[str]:
    """Return the names most like `pattern`: whole names, else those that share its longest fixed part."""
    near = difflib.get_close_matches(pattern, names, n=limit, cutoff=0.6)
    if near:
        return near
    fixed = max(pattern.replace("?", "*").split("*"), key=len).strip(".").lower()
    parts = {part.lower() for name in names for part in name.split(".") if part}
    close = difflib.get_close_matches(fixed, sorted(parts), n=1, cutoff=0.6)
    wanted = close[0] if close else fixed
    return [name for name in names if wanted and wanted in name.lower()][:limit]


def describe_non_module(thing: object) -> str:
    """Say what `thing`, given in a model's place, is."""
    if isinstance(thing, type) and issubclass(thing, nn.Module):
        return f"the class {thing.__name__}, not an instance of it: write {thing.__name__}(...)"
    if isinstance(thing, torch.Tensor):
        return "a tensor"
    return f"a {type(thing).__name__}"

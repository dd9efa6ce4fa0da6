"""The models of a program that names none: whatever module is called by no other."""

from __future__ import annotations

import fnmatch
import weakref
from collections import Counter

from torch import nn

from numscope.inspector.matching import LayerNames


class Roots:
    """Names for the modules of a program, learnt as they are called.

    A module called outside of any known one is a root: it is named after its class, and what is inside it by its
    path, `Net.encoder.0`. A second root of the same class is `Net#2`. Where a root turns out to be part of a
    larger model that is called later, its layers get the larger model's names.
    """

    def __init__(self) -> None:
        self._known: weakref.WeakSet[nn.Module] = weakref.WeakSet()
        self._classes: Counter[str] = Counter()

    def is_known(self, module: nn.Module) -> bool:
        """Tell whether `module` is a root or inside one."""
        return module in self._known

    def add(self, root: nn.Module) -> dict[str, nn.Module]:
        """Take in a new root and return its layers by their full names, itself first."""
        names = LayerNames(root)
        layers = {name: names.module(name) for name in names}
        self._known.update(root.modules())
        kind = type(layers[""]).__name__
        self._classes[kind] += 1
        title = kind if self._classes[kind] == 1 else f"{kind}#{self._classes[kind]}"
        return {f"{title}.{name}" if name else title: module for name, module in layers.items()}


def matches(full_name: str, pattern: str, alone: bool = False) -> bool:
    """Tell whether `pattern` means the layer, by its full name or by its path inside its root.

    A root itself is meant by patterns that spell out a part of its name: `*` is for the layers inside, unless
    the root is a layer `alone`.
    """
    title, _, path = full_name.partition(".")
    if path:
        return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(full_name, pattern)
    return (alone or pattern.strip("*?") != "") and fnmatch.fnmatchcase(title, pattern)

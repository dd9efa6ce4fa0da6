"""NUMSCOPE_COMPILE=dump_dir: the same as `numscope compile`, for a process that was not started by it.

Imports the standard library only: start-up code calls `start_from_environment` in every Python process.
"""

from __future__ import annotations

import atexit
import importlib.abc
import importlib.machinery
import os
import sys
import types
from collections.abc import Mapping, Sequence

VARIABLE = "NUMSCOPE_COMPILE"


def start_from_environment(environ: Mapping[str, str] = os.environ) -> bool:
    """Dump what torch.compile makes in this process if NUMSCOPE_COMPILE names a directory; tell whether it does.

    The dump begins once the program has imported torch, and is finished when the process ends. Where it can't
    begin, one line on standard error says why, and the program runs without.
    """
    directory = environ.get(VARIABLE)
    if not directory:
        return False
    if "torch" in sys.modules:
        _begin(directory)
    elif not any(isinstance(finder, _AfterTorch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterTorch(directory))
    return True


def _begin(directory: str) -> None:
    from numscope.compiled.torch_compile.session import prepare_debug
    from numscope.errors import NumscopeError

    session = prepare_debug(directory)
    try:
        session.__enter__()
    except NumscopeError as error:
        print(f"numscope: {VARIABLE}: {error}", file=sys.stderr)
        return
    atexit.register(session.__exit__, None, None, None)


class _AfterTorch(importlib.abc.MetaPathFinder):
    """Begins the dump when the program's own `import torch` is done."""

    def __init__(self, directory: str) -> None:
        self.directory = directory

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find torch with the other finders, and put ourselves behind its loader."""
        if fullname != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LoadThenBegin(spec.loader, self.directory)
        return spec


class _LoadThenBegin(importlib.abc.Loader):
    def __init__(self, loader: importlib.abc.Loader, directory: str) -> None:
        self.loader = loader
        self.directory = directory

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        # The program, pickle and importlib.resources must find torch's own loader.
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        _begin(self.directory)

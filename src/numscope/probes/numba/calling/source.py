"""A recorded call of a function that Numba compiled as a line of source: the function is the program's own."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from keyword import iskeyword
from pathlib import PurePath

from numscope.probes.calling.recorded import RecordedOperation
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.source import Writer
from numscope.probes.calling.written import Library, NoSourceError, Source, joined
from numscope.probes.numba.calling import definitions
from numscope.probes.numba.calling.programs import place

_LOADER = '''

def functions_of(path):
    """What a file of the program defines; the program itself is not run."""
    sys.path.insert(0, str(path.parent))
    module = types.ModuleType(path.stem)
    sys.modules.setdefault(path.stem, module)
    exec(compile(definitions(path.read_text(encoding="utf-8"), str(path)), str(path), "exec"), vars(module))
    return module


'''


class NumbaWriter(Writer):
    """Writes a call of a function that one of the files `programs` defines."""

    def __init__(self, operation: RecordedOperation, programs: tuple[str, ...]) -> None:
        super().__init__(operation)
        try:
            path = place(operation.name, programs)[0]
        except CannotReplayError as reason:
            raise NoSourceError(str(reason)) from None
        self._program = path, _identifier(PurePath(path).stem)

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        return replace(super().write(), program=self._program, library=_library())

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        function = self._operation.name.rpartition(".")[2]
        return f"{self._program[1]}.{function}({joined(positional, named)})", False


def _library() -> Library:
    text = inspect.getsource(definitions)
    helpers = f"\n\n{text[text.index('# Assignments may') :].rstrip()}\n{_LOADER}"
    return Library("Numba", helpers=helpers, standard=("ast", "sys", "types"))


def _identifier(stem: str) -> str:
    name = re.sub(r"\W", "_", stem)
    return name if name.isidentifier() and not iskeyword(name) and len(name) > 1 else f"program_{name}"

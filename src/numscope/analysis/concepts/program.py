"""The program's own files as one text, with what they import from each other resolved.

What a name stands for is often written in another file than the one that reads it. Here the files stand one behind the
other, those that are imported before those that import them, as if they had been written so. A name means the same in
all of them: an alias is undone, `settings.RATE` is `RATE`, and a name that several modules define has the module's
before it. Of a program of one file this is that file.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate
from weakref import WeakKeyDictionary

from numscope.analysis.concepts.imports import Imports
from numscope.analysis.concepts.syntax import parsed, parsed_anew
from numscope.trace import Site, Trace

# Of larger programs each file is looked at alone: every rule goes through the whole tree.
_MOST_LINES = 15_000
_ALL = ""
_OWN_FILES = "select distinct file from sites where not in_library and file is not null order by file"


class Program:
    """Several files as one text. A line of it is a number from 1, as in a file; 0 is none.

    tree, text: those of all files; a node of the tree has its place in the text. It is shared: read it only.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        trees = {file: parsed(text) for file, text in texts.items()}
        if len(texts) > 1:
            trees = {file: parsed_anew(text) for file, text in texts.items()}  # to be changed
            imports = Imports(trees)
            trees = {file: trees[file] for file in imports.order()}
            imports.resolve()
        ends = accumulate(texts[file].count("\n") + 1 for file in trees)
        self._before = dict(zip(trees, (0, *ends), strict=False))
        self.text = "\n".join(texts[file] for file in trees)
        self.tree = next(iter(trees.values()), ast.Module([], []))
        if len(trees) > 1:
            for file, tree in trees.items():
                ast.increment_lineno(tree, self._before[file])
            self.tree = ast.Module([node for tree in trees.values() for node in tree.body], [])

    def line(self, site: Site) -> int:
        """Return the line of the program at which a site is; 0 if its file's text is not known."""
        return self.line_of(site.file, site.line)

    def line_of(self, file: str, line: int) -> int:
        """Return the line of the program at which a line of a file is; 0 if the file's text is not known."""
        before = self._before.get(file)
        return 0 if before is None else before + line

    def place(self, line: int) -> tuple[str, int]:
        """Return the file of a line of the program, and its number there."""
        file, before = max((one for one in self._before.items() if one[1] < line), key=lambda one: one[1])
        return file, line - before

    def site(self, line: int, like: Site) -> Site:
        """Return a line of the program as a site, of which nothing else is known; `like` is another of this program."""
        file, own = self.place(line)
        return replace(like, file=file, line=own, function=None)


_programs: WeakKeyDictionary[Trace, dict[str, Program]] = WeakKeyDictionary()


def program_of(trace: Trace, site: Site | None = None) -> Program:
    """Return the program that a trace has recorded, as far as its text is known.

    site: a line of it; of a large program its file alone is there.
    """
    return program_with(trace, None if site is None else site.file)


def program_with(trace: Trace, file: str | None) -> Program:
    """Return what `program_of` does, for a line of this file."""
    known = _programs.setdefault(trace, {})
    if _ALL not in known:
        known[_ALL] = Program(_texts(trace))
    if file is None or known[_ALL].line_of(file, 1):
        return known[_ALL]
    if file not in known:
        known[file] = Program({file: trace.sources.text(file) or ""})
    return known[file]


def _texts(trace: Trace) -> dict[str, str]:
    called = trace.ask(_OWN_FILES)["file"].to_pylist()
    files = dict.fromkeys((*trace.sources.files(), *called))
    texts = {file: text for file in files if (text := trace.sources.text(file)) is not None}
    return texts if sum(text.count("\n") for text in texts.values()) < _MOST_LINES else {}

"""Fail on files opened by their names where a trace is read: numscope/format/files.py opens every file of a trace.

A stranger's trace names files and holds links, pipes and devices in the place of files. Looked at are calls in the
modules of FOLDERS that open, read, list, rename or remove by a path, and, in the C of _decode, functions that do.
Exceptions stand in trace_files_allowed.txt, each with its calls and the reason; one that is not needed is a failure.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "numscope"
ALLOWED = Path(__file__).with_name("trace_files_allowed.txt")
FOLDERS = ("analysis", "cli", "format", "notebook", "rules", "testing", "trace", "views")
NATIVE = "_decode"
_FUNCTIONS = {
    *("open", "io.open", "codecs.open", "tokenize.open", "linecache.getline", "linecache.getlines"),
    *("linecache.checkcache", "mmap.mmap", "fileinput.input"),
    *(
        f"os.{name}"
        for name in (
            "open",
            "unlink",
            "remove",
            "rename",
            "replace",
            "rmdir",
            "mkdir",
            "makedirs",
            "truncate",
        )
    ),
    *(f"os.{name}" for name in ("listdir", "scandir", "walk", "link", "symlink", "utime", "chmod", "chown")),
    *(f"shutil.{name}" for name in ("rmtree", "copy", "copy2", "copyfile", "copytree", "move")),
    *(
        f"pq.{name}"
        for name in (
            "read_table",
            "ParquetFile",
            "read_schema",
            "read_metadata",
            "write_table",
            "ParquetWriter",
        )
    ),
    *("np.load", "np.fromfile", "np.memmap", "duckdb.read_parquet"),
}
# Of anything: what pathlib's paths have, and nothing else in these folders.
_METHODS = {
    *("read_text", "read_bytes", "write_text", "write_bytes", "unlink", "rmdir", "iterdir", "glob", "rglob"),
    *("touch", "symlink_to", "hardlink_to", "rename", "mkdir", "chmod"),
}
_NATIVE_CALLS = re.compile(r"\b(open|openat|fopen|freopen|unlink|rename|remove|mmap|opendir|creat)\s*\(")
# Folders of format/files.py, which rename by descriptor.
_RENAMING = {"folder", "home", "trace", "cache"}


def main() -> int:
    """Print what is wrong, and return how it went."""
    allowed = read_allowed(ALLOWED)
    found = {
        path.relative_to(PACKAGE).as_posix(): list(calls_in(path.read_text(encoding="utf-8")))
        for folder in FOLDERS
        for path in sorted((PACKAGE / folder).rglob("*.py"))
    }
    for path in sorted((PACKAGE / NATIVE).rglob("*.[ch]")):
        found[path.relative_to(PACKAGE).as_posix()] = list(native_calls_in(path.read_text(encoding="utf-8")))
    complaints = list(judge(found, allowed))
    for complaint in complaints:
        print(complaint)
    if not complaints:
        print(f"no file is opened by its name in {len(found)} modules, but for {len(allowed)}:")
        print(
            "\n".join(
                f"  {module}: {', '.join(names)}: {reason}" for module, (names, reason) in allowed.items()
            )
        )
    return 1 if complaints else 0


def judge(
    found: dict[str, list[tuple[int, str]]],
    allowed: dict[str, tuple[list[str], str]],
    complaint: str = "opens by name: {}; files of a trace: numscope.format.files",
    listed: str = ALLOWED.name,
) -> Iterator[str]:
    """Yield a sentence for each call that may not be, and for each exception of the file `listed` without need."""
    for module, calls in found.items():
        names, _ = allowed.get(module, ([], ""))
        for line, name in calls:
            if name not in names:
                yield f"src/numscope/{module}:{line}: {complaint.format(name)}"
    for module, (names, reason) in allowed.items():
        needed = {name for _, name in found.get(module, [])}
        for name in names:
            if name not in needed:
                yield f"{listed}: {module} does not call {name} any more: take it out"
        if not reason:
            yield f"{listed}: {module} has no reason"


def read_allowed(path: Path) -> dict[str, tuple[list[str], str]]:
    """Read the exceptions: lines `module: call, call: reason`; `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    parts = (line.split(":", 2) for line in lines if line)
    return {
        module.strip(): ([name.strip() for name in names.split(",")], reason.strip())
        for module, names, reason in parts
    }


def calls_in(source: str) -> Iterator[tuple[int, str]]:
    """Find (line, call) of what opens by a name in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in _FUNCTIONS and not _by_descriptor(node):
            yield node.lineno, name
        elif isinstance(node.func, ast.Attribute) and node.func.attr in (*_METHODS, "open"):
            yield from _method(node, node.func)


def _method(node: ast.Call, function: ast.Attribute) -> Iterator[tuple[int, str]]:
    base = ast.unparse(function.value)
    if function.attr == "open":
        # Of a path: other things called `open` are given no mode.
        modes = [
            word for word in node.args[:1] if isinstance(word, ast.Constant) and isinstance(word.value, str)
        ]
        if modes and set(modes[0].value) <= set("rwxabt+"):
            yield node.lineno, ".open"
    elif function.attr != "rename" or base not in _RENAMING:
        yield node.lineno, f".{function.attr}"


def _by_descriptor(node: ast.Call) -> bool:
    """Return whether the call is given what format/files.py has opened."""
    words = [ast.unparse(word) for word in node.args]
    return any(word.endswith((".by_descriptor", ".descriptor")) for word in words)


def native_calls_in(source: str) -> Iterator[tuple[int, str]]:
    """Find (line, call) of what opens by a name in C."""
    for number, line in enumerate(source.splitlines(), 1):
        for match in _NATIVE_CALLS.finditer(line.partition("//")[0]):
            yield number, match[1]


if __name__ == "__main__":
    sys.exit(main())

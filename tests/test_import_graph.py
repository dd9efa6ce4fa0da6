"""The modules of numscope import one another without circles, wherever the import stands; HTML is made in views."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
Graph = dict[str, set[str]]


def test_no_circle_of_imports() -> None:
    circles = strongly_connected(import_graph(SOURCE))
    assert not circles, "\n".join(f"{len(circle)}: {', '.join(circle)}" for circle in circles)


def test_only_views_write_html() -> None:
    """A docstring may name a tag; no other string outside of views holds one."""
    written = {
        str(path.relative_to(SOURCE)): found
        for path in SOURCE.rglob("*.py")
        if "views" not in path.parts and (found := tags(path.read_text()))
    }
    assert written == {}


def test_tags_are_found_in_strings_and_not_in_docstrings() -> None:
    source = '''def page(x):
        """Writes a <table> of x."""
        return "<!doctype html><p>" + f"<td class='n'>{x}</td>" + "<module> < td"
    '''
    assert tags(source) == ["<!doctype", "<td"]


_TAG = re.compile(
    r"<(?:!doctype(?= html)|html|head|style|body|script|svg|table|caption|tr|td|th|div|iframe|section"
    r"|ul|ol|li|pre|h[1-6])\b",
    re.IGNORECASE,
)


def tags(source: str) -> list[str]:
    """Return the first tag of HTML in each string of a module that is not a docstring."""
    tree = ast.parse(source)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements
    ]
    return [found[0] for text in texts if (found := _TAG.search(text))]


def test_the_measure_sees_every_kind_of_import(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "inside.py").write_text("def late():\n    from house import typed")
    (package / "typed.py").write_text("if TYPE_CHECKING:\n    from .loaded import Name")
    (package / "loaded.py").write_text("importlib.import_module('house.plain')")
    (package / "plain.py").write_text("import house.inside as alias")
    (package / "leaf.py").write_text("import house.inside, os")

    circle = ["house.inside", "house.loaded", "house.plain", "house.typed"]
    assert strongly_connected(import_graph(tmp_path)) == [circle]


def import_graph(root: Path) -> Graph:
    """Return which modules each module under `root` imports, in functions and for types only too."""
    paths = [*root.rglob("*.pyi"), *root.rglob("*.py")]  # a native module is known by its stub
    modules = {module_name(path.relative_to(root)): path for path in paths}
    return {name: set(imported(name, path, set(modules))) - {name} for name, path in modules.items()}


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, path: Path, modules: set[str]) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (known for alias in node.names if (known := nearest(alias.name, modules)))
        elif isinstance(node, ast.ImportFrom):
            source = resolved(node, package)
            for alias in node.names:
                if known := nearest(f"{source}.{alias.name}", modules):
                    yield known
        elif isinstance(node, ast.Call) and (target := loaded(node)) in modules:
            yield target


def loaded(call: ast.Call) -> str:
    """Return the module that `importlib.import_module("...")` loads, empty for any other call."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    given = call.args[0] if call.args else None
    return str(given.value) if name == "import_module" and isinstance(given, ast.Constant) else ""


def resolved(node: ast.ImportFrom, package: str) -> str:
    """Return the full name of the module that `from ... import` names."""
    if not node.level:
        return node.module or ""
    base = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def nearest(name: str, modules: set[str]) -> str | None:
    """Return the module that `name` is, or is defined in."""
    if name in modules:
        return name
    parent = name.rpartition(".")[0]
    return parent if parent in modules else None


def strongly_connected(graph: Graph) -> list[list[str]]:
    """Return the circles: groups of nodes in which each reaches each (Tarjan 1972), largest first."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    circles: list[list[str]] = []

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in sorted(graph[node] & graph.keys()):
            if other not in order:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], order[other])
        if lowest[node] == order[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                circles.append(sorted(group))

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return sorted(circles, key=lambda circle: (-len(circle), circle))

"""What libraries said of their own results, where the program does not say that it knows: filters hide it often."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.program import Program, program_with
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.formulas import short_name
from numscope.operations.lore.library_warnings import GENERAL, OPERATION, is_about_numbers
from numscope.trace import Operation, Trace
from numscope.user_code import is_user_file

KIND = "warning"
_LINES = """
    select user_file as file, user_line as line, list(id order by id) as ids from operations
    where name = ? and not importing and user_file is not null and file <> user_file
    group by all order by min(id)
"""
# Of the warnings of one line so many are read.
_MOST = 20
_MOST_CHARACTERS = 110
_ADVISES = re.compile(
    r"^(?:increas|decreas|us|try|set|consider|scal|pass|chang|check|reduc|add|specif|normaliz|call|mak|ensur|remov)"
    r"|\b(?:please|you (?:might|may|should|can))\b",
    re.IGNORECASE,
)
_FILTERS = ("filterwarnings", "simplefilter")
_CATCHES = "catch_warnings"


def library_warnings(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines at which a library warned of its result, unless the program names that warning."""
    for row in evidence.trace.ask(_LINES, [OPERATION]).to_pylist():
        if is_user_file(row["file"]):
            program = program_with(evidence.trace, row["file"])
            for operation in evidence.fetch(row["ids"][:_MOST]):
                category, text = said(operation)
                if not operation.exception and _matters(operation, category, text, program):
                    yield _finding(evidence.trace, operation, len(row["ids"]), (category, text), program.tree)
                    break


def said(operation: Operation) -> tuple[str, str]:
    """Return the category and the text of a warning; an empty text: it is not kept."""
    category, text = "UserWarning", ""
    for one in operation.operands:
        if one.position == 0 and one.kind == "object":
            category, text = (one.type or "").rpartition(".")[2], str(one.attributes.get("text") or "")
        elif one.position == 0 and one.kind == "string":
            text = str(one.literal)
        elif (one.position == 1 or one.name == "category") and one.kind == "literal":
            category = str(one.literal).rpartition(".")[2]
    return category, text


def _matters(operation: Operation, category: str, text: str, program: Program) -> bool:
    file = operation.site.file if operation.site else ""
    return is_about_numbers(category, text, file) and not _is_known(operation, category, text, program)


def _is_known(operation: Operation, category: str, text: str, program: Program) -> bool:
    """Return whether the program knows the warning: it names category or text, catches all, or filters at that line."""
    line = program.line(operation.user_site) if operation.user_site else 0
    nodes = ast.walk(program.tree)
    return any(_names(node, category) or _catches(node, text) or _filters_at(node, line) for node in nodes)


def _names(node: ast.AST, category: str) -> bool:
    return category not in GENERAL and category in (getattr(node, "id", None), getattr(node, "attr", None))


def _catches(node: ast.AST, text: str) -> bool:
    """Return whether it is a call that records all warnings, or a filter for the texts of which this is one."""
    if not isinstance(node, ast.Call):
        return False
    records = last_name(node.func) == _CATCHES and any(keyword.arg == "record" for keyword in node.keywords)
    return records or (last_name(node.func) == _FILTERS[0] and _fits(node, text))


def _filters_at(node: ast.AST, line: int) -> bool:
    """Return whether it is a block, with this line in it, at the end of which filters are as they were."""
    if not isinstance(node, ast.With) or not node.lineno <= line <= (node.end_lineno or 0):
        return False
    return any(last_name(call.func) == _CATCHES for item in node.items for call in _calls(item))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _fits(call: ast.Call, text: str) -> bool:
    """Return whether a filter is for the warnings whose texts begin as this one does."""
    given = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "message")]
    patterns = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    try:
        return any(pattern and re.match(pattern, text, re.IGNORECASE) for pattern in patterns)
    except re.error:
        return False


def _finding(
    trace: Trace, operation: Operation, times: int, warning: tuple[str, str], tree: ast.AST
) -> Finding:
    assert operation.user_site is not None
    site, (category, text) = operation.user_site, warning
    often = f", {times:,} times" if times > 1 else ""
    first = "".join(f": {_short(sentence)}" for sentence in _sentences(text)[:1])
    problem = f"`{_caller(trace, operation)}` warns{often} ({category}){first}"
    hides = ", and do not hide all warnings: such filters hide the next one, too" if _hides_all(tree) else ""
    fix = f"{_advice(text) or 'find out why before you use what it gave'}{hides}"
    return Finding(
        KIND, site.file, site.line, site.function, operation.id, times, problem, fix, f"show T {operation.id}"
    )


def _caller(trace: Trace, operation: Operation) -> str:
    """Return what the program's line called, as far as it was seen; else the function that warns."""
    outer = operation
    while outer.parent is not None:
        (outer,) = trace.operations.fetch([outer.parent])
    if outer is not operation:
        return ".".join(short_name(outer.name).split(".")[-2:])
    return operation.site.function or "the library" if operation.site else "the library"


def _advice(text: str) -> str:
    """Return the first sentence, behind the first, that says what to do; "": there is none."""
    return next((_short(one) for one in _sentences(text)[1:] if _ADVISES.search(one)), "")


def _short(sentence: str) -> str:
    if len(sentence) <= _MOST_CHARACTERS:
        return sentence
    return f"{sentence[:_MOST_CHARACTERS].rsplit(' ', 1)[0]} ..."


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; a colon at the end of a line, or an empty line, ends one too."""
    parts = re.split(r"""(?<=[a-z0-9)'"`])(?<!e\.g)(?<!i\.e)[.!?]\s+|:\s*\n|\n\s*\n""", f"{text.strip()} ")
    return [sentence for part in parts if (sentence := " ".join(part.split()).rstrip(".:"))]


def _hides_all(tree: ast.AST) -> bool:
    """Return whether a filter of the program ignores warnings of all categories."""
    return any(
        isinstance(node, ast.Call)
        and last_name(node.func) in _FILTERS
        and [getattr(one, "value", None) for one in node.args] == ["ignore"]
        and not node.keywords
        for node in ast.walk(tree)
    )

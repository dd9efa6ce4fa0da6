"""Fail on unclear words in what users read: the documentation, help texts, error sentences and the texts of pages.

words.txt has the words and what to write instead. Of Python, C and TypeScript the string literals are looked at;
docstrings only in FOLDERS_OF_HELP, where they are the help texts.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = Path(__file__).with_name("words.txt")
PACKAGE = "src/numscope"
FOLDERS_OF_HELP = ("src/numscope/cli/",)
TEXTS = ("*.md", "docs/**/*.md")
CODE = (f"{PACKAGE}/**/*.py", f"{PACKAGE}/**/*.c", f"{PACKAGE}/**/*.h", "frontend/src/**/*.ts")
# Either whole comments, which are passed, or whole literals; a literal of TypeScript may be several lines.
_C_TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"((?:\\.|[^"\\\n])*)"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
_TYPESCRIPT_TOKEN = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`""", re.DOTALL
)

Text = tuple[int, str]  # the line on which it begins


def main() -> int:
    """Print what is wrong, and return how it went."""
    words = read_words(WORDS.read_text(encoding="utf-8"))
    paths = sorted({path for pattern in (*TEXTS, *CODE) for path in ROOT.glob(pattern)})
    complaints = [
        f"{path.relative_to(ROOT).as_posix()}:{complaint}"
        for path in paths
        for complaint in judge(texts_of(path), words)
    ]
    for complaint in complaints:
        print(complaint)
    if not complaints:
        print(f"no unclear word in {len(paths)} files")
    return 1 if complaints else 0


def read_words(text: str) -> list[tuple[re.Pattern[str], str]]:
    """Read lines `expression => replacement`; `#` begins a comment. Spaces match line breaks, too."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    parts = [line.partition(" => ") for line in lines]
    return [
        (re.compile(word.replace(" ", r"\s+"), re.IGNORECASE), replacement) for word, _, replacement in parts
    ]


def judge(texts: Iterator[Text], words: list[tuple[re.Pattern[str], str]]) -> Iterator[str]:
    """Yield `line: "words" => replacement` for each unclear word."""
    for first, text in texts:
        for word, replacement in words:
            for match in word.finditer(text):
                line = first + text.count("\n", 0, match.start())
                yield f'{line}: "{" ".join(match[0].split())}" => {replacement}'


def texts_of(path: Path) -> Iterator[Text]:
    """Find (line, text) of what a user reads of this file."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        helps = path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(FOLDERS_OF_HELP)
        return python_texts(source, docstrings=helps)
    if path.suffix == ".md":
        return iter([(1, source)])
    return literals(source, _TYPESCRIPT_TOKEN if path.suffix == ".ts" else _C_TOKEN)


def python_texts(source: str, *, docstrings: bool) -> Iterator[Text]:
    """Find (line, text) of a module's strings."""
    tree = ast.parse(source)
    passed = (
        set() if docstrings else {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def literals(source: str, token: re.Pattern[str]) -> Iterator[Text]:
    """Find (line, text) of a source's literals; comments are passed."""
    for match in token.finditer(source):
        text = next((group for group in match.groups() if group is not None), None)
        if text is not None:
            yield source.count("\n", 0, match.start()) + 1, text


if __name__ == "__main__":
    sys.exit(main())

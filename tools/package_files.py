"""Print the files of the package that are installed as they are, one a line, relative to src/."""

from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
BUILT_OR_LEFT_BEHIND = {".so", ".pyd", ".pyc", ".o"}


def main() -> None:
    """Print them in a fixed order, so that equal sources give equal wheels."""
    native = [path.parent for path in SOURCES.rglob("meson.build")]
    for path in sorted(SOURCES.rglob("*")):
        is_native = any(folder in path.parents for folder in native)
        hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(SOURCES).parts)
        if path.is_file() and not is_native and not hidden and path.suffix not in BUILT_OR_LEFT_BEHIND:
            print(path.relative_to(SOURCES).as_posix())


if __name__ == "__main__":
    main()

"""Print the project's requirements from pyproject.toml, one a line, for pip: its own, or a group's."""

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib


def main() -> None:
    """Print the requirements of the groups named on the command line; `project` is the project itself."""
    data = tomllib.loads((Path(__file__).resolve().parent.parent / "pyproject.toml").read_text())
    groups = {
        "project": data["project"]["dependencies"],
        "build": data["build-system"]["requires"],
        **data["project"]["optional-dependencies"],
        **data["dependency-groups"],
    }
    for name in sys.argv[1:]:
        print("\n".join(groups[name]))


if __name__ == "__main__":
    main()

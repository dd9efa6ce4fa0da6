"""Make the checkout importable in this environment, with its `numscope` command."""

import sys
import sysconfig
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
COMMAND = """#!{python}
import sys
from numscope.cli.main import main
sys.exit(main())
"""


def main() -> None:
    """Write a .pth file that names src/, and the command beside the interpreter."""
    Path(sysconfig.get_path("purelib"), "numscope-checkout.pth").write_text(f"{SOURCES}\n")
    command = Path(sysconfig.get_path("scripts"), "numscope")
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)


if __name__ == "__main__":
    main()

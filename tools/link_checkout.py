"""Make the checkout importable in this environment, with its `numscope` command and its pytest plug-in."""

import sys
import sysconfig
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
COMMAND = """#!{python}
import sys
from numscope.cli.main import main
if __name__ == "__main__":  # processes of --scheduler import the main module
    sys.exit(main())
"""
# An installation of its own, not called numscope: pip must not take it for one that it could replace.
METADATA = {
    "METADATA": "Metadata-Version: 2.1\nName: numscope-checkout\nVersion: 0\n",
    "entry_points.txt": "[pytest11]\nnumscope = numscope.testing.plugin\n",
    "INSTALLER": "numscope\n",
}


def main() -> None:
    """Write a .pth file that names src/, the command beside the interpreter, and where pytest finds the plug-in."""
    packages = Path(sysconfig.get_path("purelib"))
    (packages / "numscope-checkout.pth").write_text(f"{SOURCES}\n")
    installed = packages / "numscope_checkout-0.dist-info"
    installed.mkdir(exist_ok=True)
    for name, text in METADATA.items():
        (installed / name).write_text(text)
    command = Path(sysconfig.get_path("scripts"), "numscope")
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)


if __name__ == "__main__":
    main()

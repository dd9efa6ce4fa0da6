"""Make the checkout importable in this environment, with its command, pytest plug-in and JupyterLab extension."""

import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
LABEXTENSION = ROOT / "editors" / "jupyterlab" / "labextension"
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
    """Write a .pth file that names src/, and put what belongs beside the interpreter there."""
    packages = Path(sysconfig.get_path("purelib"))
    (packages / "numscope-checkout.pth").write_text(f"{SOURCES}\n")
    installed = packages / "numscope_checkout-0.dist-info"
    installed.mkdir(exist_ok=True)
    for name, text in METADATA.items():
        (installed / name).write_text(text)
    command = Path(sysconfig.get_path("scripts"), "numscope")
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)
    extension = Path(sysconfig.get_path("data"), "share", "jupyter", "labextensions", "numscope")
    extension.parent.mkdir(parents=True, exist_ok=True)
    extension.unlink(missing_ok=True)
    extension.symlink_to(LABEXTENSION)


if __name__ == "__main__":
    main()

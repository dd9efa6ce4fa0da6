"""Put the recorder for the installed PyTorch into wheels of numscope: `python tools/pack_torch_recorder.py WHEEL ...`.

Where such a wheel is installed beside the same PyTorch and the same Python, nothing is compiled.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import torch

from numscope.errors import NumscopeError
from numscope.probes.torch import adapter, build

INSIDE = Path("numscope", "probes", "torch", "built")


def pack(wheel: Path) -> None:
    """Add it to the file `wheel`. Raises BuildError, CalledProcessError."""
    tool = [sys.executable, "-m", "wheel"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*tool, "unpack", "--dest", folder, wheel], check=True, stdout=subprocess.DEVNULL)
        (content,) = Path(folder).iterdir()
        library = build.build_into(content / INSIDE, adapter.Torch(torch))
        (library.parent / ".lock").unlink()
        subprocess.run(
            [*tool, "pack", "--dest-dir", wheel.parent, content], check=True, stdout=subprocess.DEVNULL
        )
    print(f"{wheel}: {INSIDE / library.parent.name / library.name}")


def main(wheels: list[str]) -> int:
    """Return the exit code."""
    if not wheels:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        for wheel in wheels:
            pack(Path(wheel))
    except NumscopeError as error:
        print(f"it can't be built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

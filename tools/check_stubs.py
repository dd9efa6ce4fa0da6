"""Compare the stubs of the native modules with the modules themselves."""

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "numscope"
ALLOWED = Path(__file__).with_name("stubs_allowed.txt")


def main() -> int:
    """Run stubtest over every native module that is built; one without a stub is an error of its own."""
    modules = sorted({path.name.partition(".")[0] for path in PACKAGE.glob("*.so")})
    missing = [name for name in modules if not (PACKAGE / f"{name}.pyi").exists()]
    if missing:
        print(f"no stub for: {', '.join(missing)}")
        return 1
    if not modules:
        print("no native module is built: nothing to compare")
        return 1
    names = [f"numscope.{name}" for name in modules]
    options = ["--allowlist", str(ALLOWED), "--ignore-unused-allowlist", "--ignore-disjoint-bases"]
    return subprocess.run([sys.executable, "-m", "mypy.stubtest", *options, *names], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Build the native modules for the running interpreter and put them beside their sources in src/."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / f"in-place-{sys.implementation.cache_tag}"


def run(*words: str) -> str:
    """Run a command of this interpreter's environment in the checkout; its output appears if it fails."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"{' '.join(words)} failed")
    return done.stdout


def main() -> None:
    """Configure once, compile what changed, copy what meson would install."""
    meson = [sys.executable, "-m", "mesonbuild.mesonmain"]
    if not (BUILD / "build.ninja").exists():
        BUILD.parent.mkdir(exist_ok=True)
        run(*meson, "setup", str(BUILD), "--native-file", str(native_file()))
    run(*meson, "compile", "-C", str(BUILD))
    installed: dict[str, str] = json.loads(run(*meson, "introspect", str(BUILD), "--installed"))
    for built, destination in installed.items():
        if not built.endswith((".so", ".dylib", ".pyd")):
            continue
        # .../site-packages/numscope/_core.cpython-311-x86_64-linux-gnu.so
        parts = Path(destination).parts
        target = ROOT / "src" / Path(*parts[len(parts) - 1 - parts[::-1].index("numscope") :])
        if not target.exists() or target.read_bytes() != Path(built).read_bytes():
            # A running process may have the old one mapped: replace the file, never write into it.
            draft = target.with_suffix(".new")
            shutil.copy2(built, draft)
            draft.replace(target)
            print(f"built {target.relative_to(ROOT)}")


def native_file() -> Path:
    """Write meson's machine file that says which interpreter to build for: this one."""
    path = BUILD.parent / f"{BUILD.name}.ini"
    path.write_text(f"[binaries]\npython = '{sys.executable}'\n")
    return path


if __name__ == "__main__":
    main()

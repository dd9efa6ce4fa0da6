"""Run tests of the native code under AddressSanitizer and UndefinedBehaviorSanitizer."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / f"sanitized-{sys.implementation.cache_tag}"
# The core's hooks with every kind of operand, memory that is not there, texts, segments, and torch's recorder; others
# can be named on the command line. On 2026-11-23, on two cores beside other work (load 2 to 10): 469 passed in
# 8 minutes, torch's recorder built for it included.
TESTS = [
    "tests/probes/numpy/test_numpy_operations.py",
    "tests/recording/test_memory_that_is_not_there.py",
    "tests/recording/test_privacy.py",
    "tests/recording/test_rotation.py",
    "tests/probes/torch/test_torch_rotation.py",
    "tests/probes/torch/test_torch_memory_not_there.py",
    "tests/probes/torch/test_torch_generator.py",
    "tests/probes/torch/test_torch_stale_contents.py",
]


def compiler_file(name: str) -> str:
    """Return where gcc keeps its runtime library `name`."""
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def build() -> Path:
    """Compile into a copy of the sources, so that the plain build stays as it is; return the copy's src folder."""
    package = TREE / "src" / "numscope"
    shutil.rmtree(TREE / "src", ignore_errors=True)
    shutil.copytree(ROOT / "src" / "numscope", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    machine = TREE / "machine.ini"
    machine.write_text(f"[binaries]\npython = '{sys.executable}'\n")
    meson = [sys.executable, "-m", "mesonbuild.mesonmain"]
    if not (TREE / "native" / "build.ninja").exists():
        options = [
            "-Db_sanitize=address,undefined",
            "-Db_lto=false",
            "-Db_lundef=false",
            "-Dbuildtype=debugoptimized",
        ]
        subprocess.run(
            [*meson, "setup", TREE / "native", ROOT, "--native-file", machine, *options], check=True
        )
    subprocess.run([*meson, "compile", "-C", TREE / "native"], check=True)
    for module in (TREE / "native").rglob("*.so"):
        shutil.copy2(module, package)
    return package.parent


def instrumented_compiler() -> Path:
    """Write the compiler by which a recorded program builds torch's recorder; return its path."""
    path = TREE / "c++"
    path.write_text('#!/bin/sh\nexec g++ -fsanitize=address,undefined -fno-omit-frame-pointer -g1 "$@"\n')
    path.chmod(0o755)
    return path


def main() -> int:
    """Build, then run pytest on TESTS or on the arguments given; the exit code is pytest's."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(build()),
        # torch's recorder is built by the program that needs it, into its cache.
        "CXX": str(instrumented_compiler()),
        "XDG_CACHE_HOME": str(TREE / "cache"),
        # The interpreter itself is not instrumented: the runtimes have to come first. Its leaks are not ours.
        "LD_PRELOAD": f"{compiler_file('libasan.so')} {compiler_file('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        # Every object an allocation of its own: what is used after it was freed is found.
        "PYTHONMALLOC": "malloc",
        "TEST_PATIENCE": "900",
    }
    # It takes minutes, and would take them from the time that the first test has.
    recorded = [sys.executable, "-m", "numscope", "run", "--force", "-o", TREE / "torch.numscope"]
    if importlib.util.find_spec("torch") is not None:
        subprocess.run([*recorded, "-c", "import torch"], env=environment, check=True)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--timeout=1800",
        *(sys.argv[1:] or TESTS),
    ]
    return subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())

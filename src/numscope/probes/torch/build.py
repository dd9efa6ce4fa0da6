"""The native recorder: from the package or from the user's cache, built once for each torch, Python and source."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from numscope.errors import NumscopeError
from numscope.format.cache import cache_path
from numscope.probes.torch.adapter import Torch

NAME = "_numscope_torch"
_SOURCES = Path(__file__).resolve().parent / "native"
_PACKED = Path(__file__).resolve().parent / "built"
_INCLUDE = Path(__file__).resolve().parents[2] / "include"
_HEADERS = ("writer.h", "format.h")
# -DNDEBUG: without it RecordFunction has a member more, and inputs are lost.
_FLAGS = ("-std=c++20", "-O2", "-DNDEBUG", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-plt", "-w")


class BuildError(NumscopeError):
    """The native recorder can't be built or does not work here."""


def cache_folder() -> Path:
    """Where built recorders are kept."""
    return cache_path("torch")


def compiler() -> str | None:
    """The C++ compiler that would be used; None: there is none."""
    wanted = os.environ.get("CXX", "").split()[:1]
    return next((found for name in (*wanted, "c++", "g++", "clang++") if (found := shutil.which(name))), None)


def _name(torch: Torch) -> Path:
    """The recorder for this torch, by all that its machine code depends on."""
    hashed = hashlib.sha256(" ".join((*_FLAGS, str(torch.new_abi()))).encode())
    for path in (*sorted(_SOURCES.glob("*")), *(_INCLUDE / "numscope" / name for name in _HEADERS)):
        hashed.update(path.read_bytes())
    tag = sysconfig.get_config_var("SOABI") or sys.implementation.cache_tag
    return Path(f"torch-{torch.version}-{tag}-{hashed.hexdigest()[:16]}", f"{NAME}.so")


def is_packed(torch: Torch) -> bool:
    """Whether the recorder for this torch came with the package."""
    return _is_whole(_PACKED / _name(torch))


def build_into(folder: Path, torch: Torch) -> Path:
    """Build the recorder for this torch as the file in `folder` that a package holds. Raises BuildError."""
    path = folder / _name(torch)
    _build_once(torch, path, lambda _: None)
    return path


def load(torch: Torch, tell: Callable[[str], None]) -> ModuleType:
    """Return the native recorder, built if need be; `tell` announces that to the user. Raises BuildError."""
    path = (_PACKED if is_packed(torch) else cache_folder()) / _name(torch)
    if not _is_whole(path):
        _build_once(torch, path, tell)
    spec = importlib.util.spec_from_file_location(NAME, path)
    if spec is None or spec.loader is None:
        raise BuildError(f"{path} is no extension module")
    try:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError as error:
        raise BuildError(f"{path} can't be loaded: {error}") from None
    return module


def _digest_file(path: Path) -> Path:
    return path.with_suffix(".sha256")


def _is_whole(path: Path) -> bool:
    """Whether it is there as it was built: the loader of a library that was cut short may end in SIGBUS."""
    try:
        return _digest_file(path).read_text() == hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return False


def _build_once(torch: Torch, path: Path, tell: Callable[[str], None]) -> None:
    """Build `path`, unless another process does: then wait for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.parent / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise BuildError(f"{path.parent} can't be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_whole(path):
            tell(f"building the recorder for torch {torch.version}, once (about twenty seconds)")
            _compile(torch, path)
    finally:
        os.close(lock)


def command(torch: Torch, output: str) -> list[str]:
    """The compiler's command line. Raises BuildError if there is no compiler."""
    found = compiler()
    if found is None:
        raise BuildError("there is no C++ compiler (c++, g++, clang++, or what CXX says)")
    folder = torch.folder()
    return [
        *(found, *_FLAGS, f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.new_abi())}"),
        *(f"-I{include}" for include in (_SOURCES, _INCLUDE, sysconfig.get_path("include"))),
        *("-isystem", os.path.join(folder, "include")),
        *(str(_SOURCES / "recorder.cpp"), "-o", output),
        *(f"-L{os.path.join(folder, 'lib')}", "-ltorch_cpu", "-lc10"),
    ]


def _compile(torch: Torch, path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".building-") as folder:
        output = os.path.join(folder, path.name)
        # The program's settings for what it starts are not for the compiler.
        environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
        try:
            run = subprocess.run(
                command(torch, output), capture_output=True, text=True, env=environ, timeout=600, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BuildError(f"the C++ compiler can't be run: {error}") from None
        if run.returncode:
            complaint = next(
                (line for line in run.stderr.splitlines() if "error" in line), run.stderr.strip()
            )
            raise BuildError(f"the C++ compiler refuses it: {complaint[:300]}")
        digest = Path(folder, "digest")
        digest.write_text(hashlib.sha256(Path(output).read_bytes()).hexdigest())
        os.replace(output, path)
        os.replace(digest, _digest_file(path))

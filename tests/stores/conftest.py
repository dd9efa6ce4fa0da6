"""An S3 server on loopback (moto's), and commands that see it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

LACKING = [name for name in ("obstore", "fsspec", "moto") if find_spec(name) is None]

PROGRAM = """\
import numpy as np

rows = np.arange(12.0).reshape(4, 3) - 4
with np.errstate(all="ignore"):
    scale = np.sqrt(rows)
total = scale.sum()
print(total)
"""
Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def _store() -> None:
    if LACKING:
        pytest.skip(f"{LACKING[0]} is not installed: nothing goes into a store")


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment that leads to a server with the bucket `runs`."""
    if LACKING:
        pytest.skip(f"{LACKING[0]} is not installed: there is no S3 server")
    import boto3  # comes with moto
    from moto import server as server_module

    server = server_module.ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server.start()
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        boto3.client("s3", endpoint_url=settings["AWS_ENDPOINT_URL"]).create_bucket(Bucket="runs")
        yield settings
    server.stop()


@pytest.fixture
def numscope(s3: dict[str, str], clean_environ: dict[str, str], tmp_path: Path) -> Command:
    """Runs a command line with the store in reach; `at`: the address of the store."""

    def command(*words: str, code: int | None = 0, at: str = "") -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, **clean_environ, **s3, **({"AWS_ENDPOINT_URL": at} if at else {})}
        done = subprocess.run(
            [sys.executable, "-m", "numscope", *words],
            env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert code is None or done.returncode == code, done.stderr
        return done

    return command


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path

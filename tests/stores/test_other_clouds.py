"""gs:// and az:// against servers on loopback: a run goes there, is asked there, and comes back byte for byte.

Azure: Azurite, its makers' emulator, where `azurite-blob` is on the path (`npm install azurite`). Google: its XML
interface, which obstore speaks, is that of S3 but for the signature; moto's server answers it, with a signature put in.
(The emulators fake-gcs-server and gcp-storage-emulator answer uploads by the JSON interface alone.)
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

PROGRAM = (
    "import numpy as np\nwith np.errstate(all='ignore'):\n    print(np.sqrt(np.arange(3.0) - 1).sum())\n"
)
_ACCOUNT = "devstoreaccount1"  # Azurite's, and its key, are public
_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
_SIGNED = (
    "AWS4-HMAC-SHA256 Credential=test/20261125/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
)


@pytest.fixture
def google() -> Iterator[dict[str, str]]:
    pytest.importorskip("moto.moto_server")
    import boto3
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    application = DomainDispatcherApplication(create_backend_app)

    def signed(environ: dict[str, Any], start: Any) -> Any:
        return application({**environ, "HTTP_AUTHORIZATION": _SIGNED}, start)

    server = make_server("127.0.0.1", 0, signed, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    keys = {"aws_access_key_id": "t", "aws_secret_access_key": "t", "region_name": "us-east-1"}
    boto3.client("s3", endpoint_url=address, **keys).create_bucket(Bucket="runs")
    yield {"STORAGE_EMULATOR_HOST": address}
    server.shutdown()


def _create_container(port: int, name: str) -> None:
    headers = {"x-ms-date": formatdate(usegmt=True), "x-ms-version": "2021-08-06"}
    lines = ["PUT", *[""] * 11, *(f"{key}:{value}" for key, value in headers.items())]
    text = "\n".join([*lines, f"/{_ACCOUNT}/{_ACCOUNT}/{name}", "restype:container"])
    signature = base64.b64encode(hmac.digest(base64.b64decode(_KEY), text.encode(), hashlib.sha256)).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port)
    authorization = {"Authorization": f"SharedKey {_ACCOUNT}:{signature}", "Content-Length": "0"}
    connection.request("PUT", f"/{_ACCOUNT}/{name}?restype=container", headers={**headers, **authorization})
    assert connection.getresponse().status == 201


@pytest.fixture
def azure(tmp_path: Path) -> Iterator[dict[str, str]]:
    azurite = shutil.which("azurite-blob")
    if azurite is None:
        pytest.skip("Azurite is not installed: npm install azurite")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path / "azurite"
    words = [
        "--silent",
        "--location",
        str(home),
        "--blobPort",
        str(port),
        "--skipApiVersionCheck",
        "--disableTelemetry",
    ]
    server = subprocess.Popen([azurite, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as asked:
            if not asked.connect_ex(("127.0.0.1", port)):
                break
        time.sleep(0.1)
    _create_container(port, "runs")
    yield {"AZURE_STORAGE_USE_EMULATOR": "true", "AZURITE_BLOB_STORAGE_URL": f"http://127.0.0.1:{port}"}
    server.kill()
    server.wait()


@pytest.mark.parametrize(("cloud", "url"), [("google", "gs://runs"), ("azure", "az://runs")])
def test_a_run_goes_there_is_asked_there_and_comes_back(
    cloud: str, url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    environ = {**os.environ, **request.getfixturevalue(cloud), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")

    def numscope(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "numscope", *words]
        return subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120)

    ran = numscope("run", "-o", f"{url}/day 1/t.numscope", "program.py")
    assert (ran.returncode, ran.stdout) == (0, "nan\n")
    assert "not-uploaded" not in ran.stderr, ran.stderr
    assert not list((tmp_path / "cache").rglob("t.numscope"))
    asked = numscope("nan", f"{url}/day 1/t.numscope")
    assert asked.returncode == 1
    assert "program.py:3 takes the square root of negative numbers" in asked.stdout
    assert numscope("fetch", f"{url}/day 1/t.numscope", "-o", "here.numscope").returncode == 0
    assert numscope("nan", "here.numscope").stdout == asked.stdout
    again = numscope("upload", "here.numscope", f"{url}/day 2/t.numscope")
    assert again.returncode == 0, again.stderr
    assert numscope("nan", f"{url}/day 2/t.numscope").stdout == asked.stdout
    assert numscope("nan", f"{url}/day 3/t.numscope").returncode == 3

"""What a trace keeps of texts, at each level of `--values`, and who can read its files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

import numscope
from numscope.redaction import REDACTED, masked_command, masked_settings

SECRET = "hunter2"
PROGRAM = f"""
import numpy as np
# {SECRET}-comment
names = np.array(["alpha", "{SECRET}-array"])
np.char.add(names, "-{SECRET}-suffix")
np.str_("{SECRET}-scalar") == np.array(["b"])
np.bytes_(b"{SECRET}-bytes")
np.array([("{SECRET}-field", 1)], dtype=[("s", "U30"), ("n", "i4")])[0]
np.einsum("ij,jk->ik", np.ones((2, 2)), np.ones((2, 2)))
np.concatenate([np.ones(3), np.ones(4)], axis=0)
np.sum(np.ones((2, 3)), axis=(0, 1))
for wrong in (lambda: np.array(["{SECRET}-error"]).astype(float), lambda: np.array(3, dtype="{SECRET}-type")):
    try:
        wrong()
    except (ValueError, TypeError):
        pass
"""
WORDS = ("--token", f"{SECRET}-token", f"--api-key={SECRET}-key", f"https://ann:{SECRET}@host/x", "plain")


def files_of(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def texts_of(trace_path: Path) -> str:
    """All texts that a reader of the trace can get at."""
    with numscope.open(trace_path) as trace:
        tables = [str(trace.table(name).to_pylist()) for name in trace.table_names()]
        sources = [trace.sources.text(file) or "" for file in trace.sources.files()]
    facts = [path.read_text() for path in files_of(trace_path) if path.suffix == ".json"]
    raw = [path.read_bytes().decode("latin-1") for path in files_of(trace_path)]
    return "".join([*tables, *sources, *facts, *raw])


def record(numscope_command, folder: Path, *options: str) -> Path:
    (folder / "p.py").write_text(PROGRAM)
    os.utime(folder / "p.py", (1e9, 1e9))
    run = numscope_command("run", "-o", "t.numscope", *options, "p.py", *WORDS)
    assert run.returncode == 0, run.stderr
    assert "[recorder-failed]" not in run.stderr
    return folder / "t.numscope"


def test_everything_is_kept_but_secrets_of_the_command_line(numscope_command, tmp_path: Path) -> None:
    texts = texts_of(record(numscope_command, tmp_path))
    for there in ("suffix", "scalar", "error", "type", "comment"):
        assert f"{SECRET}-{there}" in texts
    for gone in (f"{SECRET}-token", f"{SECRET}-key", f"ann:{SECRET}"):
        assert gone not in texts
    assert REDACTED in texts


def test_with_statistics_strings_are_lengths_and_hashes(numscope_command, tmp_path: Path) -> None:
    trace_path = record(numscope_command, tmp_path, "--values", "stats")
    texts = texts_of(trace_path)
    for gone in ("array", "suffix", "scalar", "bytes", "field"):
        tables = texts.replace(PROGRAM, "")  # the source is kept
        assert f"{SECRET}-{gone}'" not in tables
    with numscope.open(trace_path) as trace:
        (einsum,) = (operation for operation in trace if operation.name == "numpy.einsum")
        (total,) = (operation for operation in trace if operation.name == "numpy.sum")
    assert str(einsum.operands[0].literal).startswith("<str of 9 characters, hash ")
    assert "(0, 1)" in [operand.literal for operand in total.operands]


def test_without_values_texts_are_types_and_lengths(numscope_command, tmp_path: Path) -> None:
    trace_path = record(numscope_command, tmp_path, "--values", "none")
    assert SECRET not in texts_of(trace_path)
    with numscope.open(trace_path) as trace:
        literals = {str(operand.literal) for operation in trace for operand in operation.operands}
        errors = {operation.exception for operation in trace if operation.exception}
    assert {"<str of 9 characters>", "<tuple of 2>", "<list of 1>", "[$1, $2]"} <= literals
    assert all(error.partition(": ")[2].startswith("<str of ") for error in errors)


@pytest.mark.parametrize("how", ["option", "pyproject"])
def test_what_an_expression_matches_is_nowhere(numscope_command, tmp_path: Path, how: str) -> None:
    pattern = r"hunter\d[-\w]*"
    if how == "pyproject":
        (tmp_path / "pyproject.toml").write_text(f"[tool.numscope]\nredact = ['{pattern}']\n")
    trace_path = record(numscope_command, tmp_path, *(("--redact", pattern) if how == "option" else ()))
    texts = texts_of(trace_path)
    assert SECRET not in texts  # the elements of text arrays are UTF-32
    assert f"'-{REDACTED}'" in texts
    with numscope.open(trace_path) as trace:
        (file,) = trace.sources.files()
        kept = trace.sources.text(file)
    assert kept is not None
    assert kept.count("\n") == PROGRAM.count("\n")
    assert kept.splitlines()[2] == f"# {REDACTED}"


def test_a_wrong_expression_is_a_usage_error(numscope_command) -> None:
    run = numscope_command("run", "--redact", "(", "-c", "pass")
    assert run.returncode == 2
    assert "'(' is no regular expression" in run.stderr


def test_a_trace_is_its_owners_alone(numscope_command, python, tmp_path: Path) -> None:
    code = "import os; os.umask(0); import runpy; runpy.run_path('p.py')"
    (tmp_path / "p.py").write_text("import numpy as np\nnp.log(np.ones(3) - 1)\n")
    options = ("--npy", "d", "--stop-on", "nan", "--rule", "output.max > 3")
    numscope_command("run", "-o", "deep/er/t.numscope", *options, "-c", code)
    for path in [tmp_path / "deep/er/t.numscope", *(tmp_path / "deep/er/t.numscope").rglob("*")]:
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in (tmp_path / "d").glob("*.npy"))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["x", "--password", "a", "b"], ["x", "--password", REDACTED, "b"]),
        (["--keyboard", "us", "--monkey=a"], ["--keyboard", "us", "--monkey=a"]),
        (["--key", "a", "-p", "b"], ["--key", REDACTED, "-p", "b"]),
        (["AWS_SECRET_ACCESS_KEY=a"], [f"AWS_SECRET_ACCESS_KEY={REDACTED}"]),
        (["--use-token", "--verbose"], ["--use-token", "--verbose"]),
        (["-c", "api_key = 'a b'; x = 'c'"], ["-c", f"api_key = '{REDACTED}'; x = 'c'"]),
        (["postgres://u:p@h/d"], [f"postgres://u:{REDACTED}@h/d"]),
        (["tokenize.py", "secret_santa.py"], ["tokenize.py", "secret_santa.py"]),
    ],
)
def test_secrets_of_a_command_line(given: list[str], kept: list[str]) -> None:
    assert masked_command(given) == kept


def test_the_variables_of_a_halt_are_redacted(numscope_command, tmp_path: Path) -> None:
    code = f"import numpy as np\ndef f():\n    password = '{SECRET}'\n    np.log(np.zeros(2) - 1)\nf()\n"
    numscope_command("run", "-o", "t.numscope", "--stop-on", "nan", "--redact", SECRET, "-c", code)
    halted = json.loads((tmp_path / "t.numscope" / "halted.json").read_text())
    assert halted["locals"]["password"] == f"'{REDACTED}'"


SETTINGS = {
    "toml": (
        'steps = 3\npassword = "hunter2"\n[service]\napi_key = "abc"\nkeyboard = "qwerty"\n',
        'steps = 3\npassword = <redacted>\n[service]\napi_key = <redacted>\nkeyboard = "qwerty"\n',
    ),
    "json, one line": (
        '{"rate": 0.1, "token": "abc", "n": 2}',
        '{"rate": 0.1, "token": "<redacted>", "n": 2}',
    ),
    "json, lines": (
        '{\n  "client_secret": "abc",\n  "n": 2\n}\n',
        '{\n  "client_secret": <redacted>,\n  "n": 2\n}\n',
    ),
    "yaml": (
        "rate: 0.1\ndb_password: hunter2\nurl: redis://ann:hunter2@host/0\n",
        "rate: 0.1\ndb_password: <redacted>\nurl: redis://ann:<redacted>@host/0\n",
    ),
    "yaml, a block": (
        "private_key: |\n  -----BEGIN\n  abc\nrate: 0.1\n",
        "private_key: <redacted>\n<redacted>\n<redacted>\nrate: 0.1\n",
    ),
    "toml, a text of several lines": (
        'secret = """\nabc\ndef"""\nrate = 0.1\n',
        "secret = <redacted>\n<redacted>\n<redacted>\nrate = 0.1\n",
    ),
    "ini": ("[a]\nauth = abc ; why\nsize=2\n", "[a]\nauth = <redacted>\nsize=2\n"),
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_secrets_of_a_file_of_settings_are_not_kept(kind: str) -> None:
    text, kept = SETTINGS[kind]
    assert masked_settings(text) == kept

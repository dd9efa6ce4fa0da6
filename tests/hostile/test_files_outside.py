"""Opening a stranger's trace writes and deletes nothing but in the cache, and reads nothing outside of the trace."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.hostile.conftest import SECRET, ask, set_manifest, shard_of, tree

import numscope
from numscope.errors import TraceError, UsageError
from numscope.format.files import Folder, RefusedFileError
from numscope.format.signature import key_path
from numscope.trace.follower import Follower

READING = (
    ("ls", "TRACE"),
    ("show", "TRACE", "1"),
    ("nan", "TRACE"),
    ("top", "TRACE"),
    ("check-up", "TRACE"),
    ("dump", "TRACE"),
    ("report", "TRACE", "-o", "OUT.html"),
    ("testgen", "TRACE", "--trust", "-o", "OUT"),
)
Capture = pytest.CaptureFixture[str]


def _asked(capsys: Capture, trace: Path, tmp_path: Path) -> str:
    """Return what all reading commands print and write."""
    shown = []
    for number, words in enumerate(READING):
        out = tmp_path / f"out{number}"
        given = {"TRACE": trace, "OUT": out, "OUT.html": out.with_suffix(".html")}
        code, printed, errors = ask(capsys, *(given.get(word, word) for word in words))
        assert code in (0, 1, 2, 3), words
        shown += [printed, errors]
        files = [path for path in (out, out.with_suffix(".html"), *out.rglob("*")) if path.is_file()]
        shown += [path.read_text(errors="replace") for path in files]
    return "\n".join(shown)


def test_a_pack_that_is_a_link_is_never_written(raw: Path, secret: Path, capsys: Capture) -> None:
    before = secret.read_bytes()
    pack = shard_of(raw) / "values.pack"
    pack.unlink(missing_ok=True)
    pack.symlink_to(secret)
    code, _, errors = ask(capsys, "ls", raw)
    assert (code, secret.read_bytes()) == (3, before)
    assert "values.pack" in errors
    assert "symbolic link" in errors


def test_a_tail_that_reaches_far_writes_nothing(raw: Path, secret: Path, capsys: Capture) -> None:
    before = tree(raw), secret.read_bytes()
    assert ask(capsys, "ls", raw)[0] == 0
    assert (tree(raw), secret.read_bytes()) == before


def test_a_process_folder_that_is_a_link_loses_nothing(raw: Path, tmp_path: Path, capsys: Capture) -> None:
    outside = tmp_path / "home" / "logs"
    outside.mkdir()
    for name in ("events-0.log", "definitions.log", "values.tail"):
        (outside / name).write_text("the victim's own")
    (raw / "processes" / "0-77").symlink_to(outside)
    before = tree(outside)
    code, _, errors = ask(capsys, "ls", raw)
    assert (code, tree(outside)) == (3, before)
    assert "symbolic link" in errors


@pytest.mark.parametrize("name", ["processes", "tables", "sources"])
def test_a_folder_of_the_trace_that_is_a_link_is_refused(
    name: str, sealed: Path, tmp_path: Path, capsys: Capture
) -> None:
    moved = tmp_path / "home" / name
    moved.mkdir() if name == "sources" else (sealed / name).rename(moved)
    shutil.rmtree(sealed / name, ignore_errors=True)
    (sealed / name).symlink_to(moved)
    code, _, errors = ask(capsys, "nan", sealed)
    if name == "sources":
        assert code in (0, 1)  # no text is shown, and nothing followed
    elif name == "tables":
        assert code == 3
        assert "symbolic link" in errors
    with numscope.open(sealed) if name != "tables" else pytest.raises(TraceError) as trace:
        if name == "tables":
            numscope.open(sealed)
        elif name == "processes":
            with pytest.raises(TraceError, match="symbolic link"):
                trace.values[next(iter(trace.values))]


def test_reading_leaves_a_strangers_trace_as_it_is(raw: Path, tmp_path: Path, capsys: Capture) -> None:
    before = tree(raw)
    _asked(capsys, raw, tmp_path)
    assert tree(raw) == before
    assert list((tmp_path / "home" / ".cache" / "numscope" / "sealed").iterdir())


def test_a_strangers_trace_is_sealed_once(raw: Path, tmp_path: Path, capsys: Capture) -> None:
    cache = tmp_path / "home" / ".cache" / "numscope" / "sealed"
    first = ask(capsys, "ls", raw)
    [entry] = cache.iterdir()
    made = (entry / "tables" / "operations.parquet").stat().st_ino
    assert ask(capsys, "ls", raw) == first
    assert (entry / "tables" / "operations.parquet").stat().st_ino == made
    log = next(shard_of(raw).glob("events-*.*"))
    log.write_bytes(log.read_bytes() + bytes(64))  # another trace now
    ask(capsys, "ls", raw)
    assert len(list(cache.iterdir())) == 2


def test_a_file_with_another_name_elsewhere_is_not_read(sealed: Path, secret: Path, capsys: Capture) -> None:
    table = sealed / "tables" / "calls.parquet"
    table.unlink()
    os.link(secret, table)
    code, _, errors = ask(capsys, "ls", sealed)
    assert code == 3
    assert "hard link" in errors


def test_a_manifest_with_absolute_paths_leads_nowhere(
    sealed: Path, secret: Path, tmp_path: Path, capsys: Capture
) -> None:
    shutil.rmtree(sealed / "sources", ignore_errors=True)
    set_manifest(sealed, folder=str(secret.parent), host=os.uname().nodename, output=str(secret))
    assert SECRET.strip() not in _asked(capsys, sealed, tmp_path)


def _sites_of(trace: Path, file: object, sources: bool = False) -> None:
    """Have every call site lie in `file`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, column in (("sites", "file"), ("calls", "user_file")):
        path = trace / "tables" / f"{name}.parquet"
        table = pq.read_table(path)
        found = pa.array(
            [None if old is None else str(file) for old in table[column].to_pylist()], pa.string()
        )
        pq.write_table(
            table.set_column(table.schema.get_field_index(column), table.schema.field(column), found), path
        )
    if not sources:
        shutil.rmtree(trace / "sources", ignore_errors=True)


def test_no_line_of_a_file_that_the_trace_names_is_shown(
    sealed: Path, secret: Path, tmp_path: Path, capsys: Capture
) -> None:
    _sites_of(sealed, secret)
    assert SECRET.strip() not in _asked(capsys, sealed, tmp_path)
    assert ask(capsys, "show", sealed, "1")[0] == 0


def test_a_pipe_that_the_trace_names_is_not_opened(sealed: Path, tmp_path: Path, capsys: Capture) -> None:
    pipe = tmp_path / "home" / "pipe"
    os.mkfifo(pipe)
    _sites_of(sealed, pipe)
    _asked(capsys, sealed, tmp_path)


def test_a_source_is_kept_in_the_trace_only(
    sealed: Path, secret: Path, tmp_path: Path, capsys: Capture
) -> None:
    (sealed / "sources").mkdir(exist_ok=True)
    (sealed / "sources" / ("0" * 32)).symlink_to(secret)
    for name in ("0" * 32, "../../home/private", str(secret)):
        (sealed / "sources" / "index.json").write_text(json.dumps({str(secret): name}))
        _sites_of(sealed, secret, sources=True)
        assert SECRET.strip() not in _asked(capsys, sealed, tmp_path / name[:3].strip("./"))


def test_a_directory_in_the_tables_leads_nowhere(sealed: Path, secret: Path, capsys: Capture) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = sealed / "tables" / "processes.parquet"
    table = pq.read_table(path)
    (secret.parent / "values.pack").write_text(SECRET * 100)
    for name in ("../../home", str(secret.parent), "..", "", "a\0b"):
        changed = pa.array([name] * len(table), pa.string())
        pq.write_table(table.set_column(1, table.schema.field(1), changed), path)
        with pytest.raises(TraceError):
            numscope.open(sealed)
        assert ask(capsys, "replay", sealed, "--trust")[0] in (0, 1, 2, 3)


KINDS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "zero": lambda path: path.symlink_to("/dev/zero"),
    "socket": lambda path: socket.socket(socket.AF_UNIX).bind(path.name),
    "folder": lambda path: path.mkdir(),
}
OF_SEALED = (
    "manifest.json",
    "tables/calls.parquet",
    "tables/contents.parquet",
    "halted.json",
    "sources/index.json",
)
OF_PROCESS = ("process.json", "values.tail", "events-0.log", "events-0.tail", "definitions.log")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, "pipe") for name in (*OF_SEALED, *OF_PROCESS)]
    + [pytest.param(name, "zero", marks=pytest.mark.long) for name in (*OF_SEALED, *OF_PROCESS)]
    + [(name, kind) for name in ("manifest.json", "values.tail") for kind in ("socket", "folder")],
)
def test_what_is_no_file_ends_in_a_sentence(
    name: str, kind: str, raw: Path, sealed: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = sealed if name in OF_SEALED else raw
    path = (trace if trace == sealed else shard_of(trace)) / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    monkeypatch.chdir(path.parent)  # the name of a socket has room for few letters
    KINDS[kind](path)
    for words in (("ls", trace), ("halted", trace), ("check-up", trace)):
        code, _, errors = ask(capsys, *words)
        assert code in (0, 1, 2, 3)
        if name not in ("halted.json", "sources/index.json"):
            assert code == 3, words
            assert errors.startswith("numscope: ")
            assert path.name in errors
    if trace == raw:
        with pytest.raises(TraceError, match=path.name):
            Follower(trace).news()


def test_a_file_is_looked_at_once_it_is_open(tmp_path: Path, secret: Path) -> None:
    """An attacker who puts a link in the place of a file again and again never gets it followed."""
    import threading

    trace = tmp_path / "t"
    trace.mkdir()
    (trace / "good").write_text("good")
    (trace / "link").symlink_to(secret)
    ended = threading.Event()

    def swap() -> None:
        while not ended.is_set():
            for name in ("good", "link"):
                os.link(trace / name, trace / "draft", follow_symlinks=False)
                os.replace(trace / "draft", trace / "file")
                (trace / "draft").unlink(missing_ok=True)

    attacker = threading.Thread(target=swap)
    attacker.start()
    folder, seen = Folder.at(trace), set()
    try:
        for _ in range(5000):
            try:
                seen.add(folder.read("file", 100))
            except RefusedFileError:
                seen.add(None)
            except FileNotFoundError:
                pass
    finally:
        ended.set()
        attacker.join()
    assert seen <= {b"good", None}
    assert len(seen) == 2


def test_huge_lengths_are_refused(sealed: Path, raw: Path, capsys: Capture) -> None:
    with (sealed / "manifest.json").open("r+b") as file:
        file.truncate(1 << 40)  # has holes: takes no room
    code, _, errors = ask(capsys, "ls", sealed)
    assert code == 3
    assert "may hold" in errors
    for name in ("process.json", "definitions.log"):
        with (shard_of(raw) / name).open("ab") as file:
            file.truncate(1 << 40)
        assert ask(capsys, "ls", raw)[0] == 3


def test_a_few_bytes_do_not_become_terabytes(sealed: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = sealed / "tables" / "values.parquet"
    table = pq.read_table(path)
    for column, number in (("bytes", 2**45), ("stored", 8), ("word", 8), ("offset", 0)):
        place = table.schema.get_field_index(column)
        field = table.schema.field(place)
        table = table.set_column(place, field, pa.array([number] * len(table), field.type))
    pq.write_table(table, path)
    with numscope.open(sealed) as trace, pytest.raises(TraceError, match="stand for"):
        trace.values[next(iter(trace.values))]


def test_a_recording_is_the_users_own(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "mine.numscope"):
        pass
    with numscope.open(tmp_path / "mine.numscope") as trace:
        assert trace.own
    assert key_path().stat().st_mode & 0o777 == 0o600
    assert json.loads((tmp_path / "mine.numscope" / "manifest.json").read_text())["state"] == "sealed"


@pytest.mark.parametrize(
    "how", ["copied", "changed", "another key", "no key", "others may write", "key for all"]
)
def test_whose_trace_it_is_can_not_be_pretended(how: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.numscope"
    with numscope.record(mine):
        pass
    if how == "copied":
        mine = Path(shutil.copytree(mine, tmp_path / "back.numscope"))
    elif how == "changed":
        set_manifest(mine, folder="/")
    elif how == "another key":
        key_path().write_bytes(bytes(32))
    elif how == "no key":
        key_path().unlink()
    elif how == "key for all":
        key_path().chmod(0o644)
    else:
        mine.chmod(0o777)
    with numscope.open(mine) as trace:
        assert not trace.own
    assert "state" not in json.loads((mine / "manifest.json").read_text())


@pytest.mark.parametrize("command", ["replay", "precision", "testgen"])
def test_nothing_of_a_strangers_trace_is_called(
    command: str, sealed: Path, tmp_path: Path, capsys: Capture
) -> None:
    more = ("-o", tmp_path / "out") if command == "testgen" else ()
    code, _, errors = ask(capsys, command, sealed, *more)
    assert code == 2
    assert "--trust" in errors
    assert ask(capsys, command, sealed, "--trust", *more)[0] in (0, 1)


def test_the_interface_calls_nothing_of_a_strangers_trace_either(sealed: Path) -> None:
    with numscope.open(sealed) as trace:
        for question in (trace.replay, trace.precision, trace.tests):
            with pytest.raises(UsageError, match="trust=True"):
                question()
    with numscope.open(sealed, trust=True) as trace:
        assert trace.replay().identical

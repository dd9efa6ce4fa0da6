"""`numscope sql` reads the tables of the trace and nothing else, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hostile.conftest import SECRET, ask, tree

import numscope
from numscope.errors import UsageError

Capture = pytest.CaptureFixture[str]
WRITING = (
    "copy (select 1) to '{tables}/calls.parquet'",
    "explain analyze copy (select 1) to '{tables}/calls.parquet'",
    "explain (analyze) copy (select 1) to '{tables}/calls.parquet'",
    "explain /* a */ analyze -- b\n copy (select 1) to '{tables}/calls.parquet'",
    "with x as (copy (select 1) to '{tables}/calls.parquet') select 1",
    "explain analyze with x as (copy (select 1) to '{tables}/calls.parquet') select 1",
    "explain analyze (with x as (copy (select 1) to '{tables}/calls.parquet') select 1)",
    "with x as (copy (select 1) to '{descriptor}') select 1",
    "with x as (insert into stored.known_names values ('a', 1) returning *) select * from x",
    "with x as (delete from stored.known_names returning *) select * from x",
    "explain analyze drop view operations",
    "drop view operations",
    "explain analyze create table t as select 1",
    "explain analyze insert into stored.known_names values ('a', 1)",
    "attach '{secret}' as other",
    "explain attach '{secret}' as other",
    "install httpfs",
    "load httpfs",
    "set threads = 1",
    "explain set threads = 1",
    "pragma threads = 1",
    "call pragma_version()",
    "export database '{tables}'",
    "prepare p as copy (select 1) to '{tables}/calls.parquet'",
    "explain analyze execute p",
    "select 1; drop view operations",
)
OUTSIDE = (
    "select * from read_csv('{secret}', header = false, columns = {{'line': 'varchar'}})",
    "select * from read_text('{secret}')",
    "select * from read_blob('{secret}')",
    "select * from read_parquet('{secret}')",
    "select * from glob('{home}/*')",
    "select * from '{secret}'",
    "describe select * from read_text('{secret}')",
    "summarize select * from read_text('{secret}')",
    "explain analyze select * from read_text('{secret}')",
    "select * from query('select * from read_text(''{secret}'')')",
    "select getenv('HOME')",
    "select * from sniff_csv('{secret}')",
    "select * from read_json('{secret}')",
)


def _filled(query: str, trace: Path, secret: Path) -> str:
    import os

    names = {
        "tables": trace / "tables",
        "secret": secret,
        "home": secret.parent,
        "descriptor": f"/proc/{os.getpid()}/fd/9",
    }
    return query.format(**names)


@pytest.mark.parametrize("query", WRITING)
def test_what_writes_is_refused(query: str, sealed: Path, secret: Path, capsys: Capture) -> None:
    before = tree(sealed.parent)
    code, _, errors = ask(capsys, "sql", sealed, _filled(query, sealed, secret))
    assert code == 2, errors
    assert tree(sealed.parent) == before


def test_the_open_tables_are_not_written_either(sealed: Path) -> None:
    before = tree(sealed)
    with numscope.open(sealed) as trace:
        for number in range(3, 40):
            target = f"/proc/self/fd/{number}"
            for query in (
                f"explain analyze copy (select 1) to '{target}'",
                f"with x as (copy (select 1) to '{target}') select 1",
            ):
                with pytest.raises(UsageError):
                    trace.sql(query)
                with pytest.raises(UsageError):
                    trace.batches(query)
    assert tree(sealed) == before


@pytest.mark.parametrize("query", OUTSIDE)
def test_nothing_outside_is_read(query: str, sealed: Path, secret: Path, capsys: Capture) -> None:
    code, out, errors = ask(capsys, "sql", sealed, _filled(query, sealed, secret))
    assert code == 2, errors
    assert SECRET.strip() not in out + errors


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from operations",
        "with a as (select name from calls) select * from a",
        "with recursive n as (select 1 as k union all select k + 1 from n where k < 5) select * from n",
        "describe operations",
        "show tables",
        "summarize calls",
        "explain select * from operations",
        "explain analyze select * from operations",
        "explain (format json) select * from operations",
        "from operations limit 1",
        "values (1), (2)",
        """select '"type":"DELETE_NODE"' as "type", {'type': 'DELETE_NODE'}""",
        "(select 1) union all (select 2)",
    ],
)
def test_what_reads_is_answered(query: str, sealed: Path, capsys: Capture) -> None:
    code, out, errors = ask(capsys, "sql", sealed, query)
    assert code == 0, errors
    assert out.strip()


def test_an_answer_that_fills_the_memory_is_cut_off(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numscope.trace.database.MOST_ANSWER_BYTES", 1 << 20)
    with numscope.open(sealed) as trace, pytest.raises(UsageError, match="larger"):
        trace.sql("select * from range(10_000_000)")

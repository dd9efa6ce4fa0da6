"""Contents that are stored without some of their words: read back bit for bit, and damage is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trace.conftest import HASH_TEXT
from tests.trace.encoder import write_manifest

import numscope
from numscope.errors import TraceError
from numscope.trace.elision import whole_content


def stored(words: list[bytes], repeats: bool) -> bytes:
    """As format.h says, word by word."""
    if len(set(words)) == 1:
        return words[0]
    kept, bits, last = b"", 0, bytes(len(words[0]))
    for place, word in enumerate(words):
        if word != (last if repeats else bytes(len(word))):
            kept += word
            bits |= 1 << place
        last = word
    return kept + bits.to_bytes((len(words) + 7) // 8, "little")


@st.composite
def contents(draw: st.DrawFn) -> tuple[list[bytes], bool]:
    """Words of one size, many of them zero or equal to the one before, and how they are stored."""
    size = draw(st.sampled_from([1, 2, 4, 8]))
    zero, other = bytes(size), st.binary(min_size=size, max_size=size)
    words = draw(st.lists(st.one_of(st.just(zero), other, st.just(b"\x80" * size)), min_size=1, max_size=80))
    runs = draw(st.lists(st.integers(1, 9), min_size=len(words), max_size=len(words)))
    return [word for word, run in zip(words, runs, strict=True) for _ in range(run)], draw(st.booleans())


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine makes contents slowly
@given(contents())
def test_words_that_were_left_out_come_back(content: tuple[list[bytes], bool]) -> None:
    words, repeats = content
    whole, size = b"".join(words), len(words[0])
    assert whole_content(stored(words, repeats), len(whole), size, repeats) == whole
    assert whole_content(whole, len(whole), 0, repeats) == whole


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(contents(), st.data())
def test_a_flipped_bit_among_those_of_the_words_is_found(
    content: tuple[list[bytes], bool], data: st.DataObject
) -> None:
    words, repeats = content
    if len(set(words)) == 1:
        words = [bytes(len(words[0])), *words, b"\1" * len(words[0])]
    damaged = bytearray(stored(words, repeats))
    bit = data.draw(st.integers(0, len(words) - 1))
    damaged[len(damaged) - (len(words) + 7) // 8 + bit // 8] ^= 1 << bit % 8
    with pytest.raises(ValueError, match="words of it are missing"):
        whole_content(bytes(damaged), len(words) * len(words[0]), len(words[0]), repeats)


@given(st.binary(max_size=300), st.integers(0, 2000), st.integers(0, 255), st.booleans())
def test_whatever_was_stored_gives_the_size_that_was_told_or_is_refused(
    data: bytes, size: int, word: int, repeats: bool
) -> None:
    try:
        whole = whole_content(data, size, word, repeats)
    except ValueError:
        return
    assert len(whole) == size or not word


def test_a_trace_of_before_is_read(small_trace: Path) -> None:
    write_manifest(small_trace, version=1)
    with numscope.open(small_trace) as trace:
        before = trace.sql('select * from stored."values"').to_pylist()
    path = small_trace / "tables" / "values.parquet"
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["stored", "word", "repeats"]), path)
    with numscope.open(small_trace) as trace:
        assert trace.sql('select * from stored."values"').to_pylist() == before
        np.testing.assert_array_equal(trace.values[HASH_TEXT], np.arange(8.0))
        assert trace.sql('select stored from "values"')["stored"].to_pylist() == [64]


def test_a_table_that_lacks_another_column_is_still_damaged(small_trace: Path) -> None:
    numscope.open(small_trace).close()
    path = small_trace / "tables" / "values.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["offset"]), path)
    with pytest.raises(TraceError, match="lacks the column offset"):
        numscope.open(small_trace)


def test_the_sample_of_the_documentation_reads_every_value(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    gaps = rng.random(9001) < 0.5
    with numscope.record(tmp_path / "t.numscope", values="full"):
        for array in (np.where(gaps, 0.0, rng.random(9001)), np.repeat(rng.random(9), 999), np.ones(9999)):
            np.negative(array)
    page = Path(__file__).parents[2] / "docs" / "reference" / "trace.md"
    sample = compile(page.read_text().split("```python\n")[1].split("```")[0], str(page), "exec")
    pack = next((tmp_path / "t.numscope").rglob("values.pack"))
    with numscope.open(tmp_path / "t.numscope") as trace:
        rows = trace.sql('select * from stored."values"').to_pylist()
        ways = {(row["word"] > 0, row["repeats"], row["stored"] == row["word"]) for row in rows}
        assert len(ways) == 4
        for row in rows:
            names = {"np": np, "pack": pack, **row}
            exec(sample if row["word"] else "whole = open(pack, 'rb').read()[offset : offset + bytes]", names)
            assert names["whole"] == trace.values.content(f"{row['hash_high']:016x}{row['hash_low']:016x}")


@pytest.fixture(scope="module")
def sparse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sparse") / "t.numscope"
    rng = np.random.default_rng(0)
    with numscope.record(path, values="full"):
        np.negative(np.where(rng.random(9000) < 0.5, 0.0, rng.random(9000)))
    return path


def test_a_pack_that_was_cut_says_so(sparse: Path, tmp_path: Path) -> None:
    numscope.open(sparse).close()
    copy = tmp_path / "t.numscope"
    shutil.copytree(sparse, copy)
    pack = next(copy.rglob("values.pack"))
    pack.write_bytes(pack.read_bytes()[:-1])
    with numscope.open(copy) as trace:
        last = trace.sql('select hash from "values" order by "offset"')["hash"].to_pylist()[-1]
        with pytest.raises(TraceError, match=r"values\.pack ends at byte"):
            trace.values[last]


def test_a_pack_whose_words_were_told_wrongly_says_so(sparse: Path, tmp_path: Path) -> None:
    numscope.open(sparse).close()
    copy = tmp_path / "t.numscope"
    shutil.copytree(sparse, copy)
    path = copy / "tables" / "values.parquet"
    table = pq.read_table(path)
    told = table["word"].to_pylist()
    assert any(told)
    column = table.schema.get_field_index("word")
    for other in ({0: 4, 1: 2, 2: 4, 4: 8, 8: 1}, dict.fromkeys(told, 3), dict.fromkeys(told, 200)):
        wrong = np.array([other[word] for word in told], "u1")
        pq.write_table(table.set_column(column, table.schema.field("word"), [wrong]), path)
        with numscope.open(copy) as trace:
            for name in trace.values:
                with pytest.raises(TraceError, match="a value can't be read"):
                    trace.values[name]

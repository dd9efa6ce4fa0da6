"""A run whose trace goes into a store is asked there as it would be here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.stores.conftest import Command

import numscope as product
from numscope.errors import TraceError, UsageError
from numscope.stores.objects import stored_files
from sweeps import shortened

DIGEST = "0" * 64
QUESTIONS = (
    ("ls",),
    ("nan",),
    ("top",),
    ("check-up",),
    ("show", "1"),
    ("graph",),
    ("sql", "select name, count(*) n from operations group by 1 order by 1"),
)


def _answer(text: str) -> Any:
    """An answer without times and names of the trace, which differ from run to run."""
    text = re.sub(r'"(trace|path|name_of_trace)": "[^"]*"', "", text)
    return json.loads(re.sub(r",\s*([}\]])", r"\1", re.sub(r"([{\[])\s*,", r"\1", text)))


@pytest.fixture
def stored(numscope: Command, script: Path) -> tuple[str, Path]:
    """The same trace in the store and here."""
    here = script.parent / "here.numscope"
    numscope("run", "-o", str(here), str(script))
    url = f"s3://runs/{script.parent.name}/there.numscope"
    numscope("upload", str(here), url)
    return url, here


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "question", shortened((pytest.param(words) for words in QUESTIONS), 3), ids=lambda words: words[0]
)
def test_each_question_has_the_answer_that_it_has_here(
    numscope: Command, stored: tuple[str, Path], question: tuple[str, ...]
) -> None:
    url, here = stored
    command, *rest = question
    there = numscope(command, url, *rest, "--json", code=None)
    local = numscope(command, str(here), *rest, "--json", code=None)
    assert there.returncode == local.returncode
    assert _answer(there.stdout) == _answer(local.stdout)
    assert re.search(rf"fetched [\d.]+ kB of [\d.]+ kB from {url}", there.stderr)


def test_a_run_goes_into_the_store_and_nothing_of_it_stays_here(
    numscope: Command, script: Path, s3: dict[str, str]
) -> None:
    done = numscope("run", "-o", "s3://runs/direct.numscope", str(script))
    assert done.stdout == "nan\n"
    assert "look at it with: numscope s3://runs/direct.numscope" in done.stderr
    assert "program.py:5" in numscope("s3://runs/direct.numscope", code=1).stdout
    assert not list(Path(s3["XDG_CACHE_HOME"], "numscope", "uploads").iterdir())
    assert not list(script.parent.glob("*.numscope"))


def test_values_come_from_the_packs_a_range_each(s3: dict[str, str], stored: tuple[str, Path]) -> None:
    url, here = stored
    with product.open(url) as there, product.open(here) as local:
        assert list(there.values) == list(local.values) != []
        for name in local.values:
            np.testing.assert_array_equal(there.values[name], local.values[name])


def test_what_needs_all_of_it_says_how_to_fetch_it(
    numscope: Command, stored: tuple[str, Path], tmp_path: Path
) -> None:
    url, here = stored
    for words in (("replay", url), ("replay", url, "--trust"), ("merge", url, "-o", "m.numscope")):
        refused = numscope(*words, code=2)
        assert f"numscope fetch {url} -o" in refused.stderr
    copy = tmp_path / "copy.numscope"
    numscope("fetch", url, "-o", str(copy))
    assert numscope("ls", str(copy), "--json").stdout == numscope("ls", str(here), "--json").stdout
    assert "not recorded by you on this host" in numscope("replay", str(copy), code=2).stderr
    assert "exists" in numscope("fetch", url, "-o", str(copy), code=2).stderr


def test_of_a_large_trace_a_part_is_fetched(numscope: Command, tmp_path: Path) -> None:
    script = tmp_path / "large.py"
    script.write_text(
        "import numpy as np\n"
        "rng = np.random.default_rng(0)\n"
        "for _ in range(400):\n    a = rng.normal(size=4000)\n    b = np.sqrt(np.abs(a))\n"
        "print(np.log(b - b).sum())\n"
    )
    done = numscope("run", "-o", "s3://runs/large.numscope", str(script))
    assert "MB in s3://runs/large.numscope" in done.stderr
    for question in ("nan", "top"):
        said = numscope(question, "s3://runs/large.numscope", code=None).stderr
        fetched, total = re.search(r"fetched ([\d.]+) [kM]B of ([\d.]+) MB", said).groups()  # type: ignore[union-attr]
        assert "kB of" in said
        assert float(fetched) / 1000 < 0.05 * float(total)


@pytest.mark.parametrize(
    "name",
    [
        f"../x/1-{DIGEST}",
        f"sources/../../x/1-{DIGEST}",
        f"tables/.x/1-{DIGEST}",
        f"/etc/x/1-{DIGEST}",
        f"processes/0-1/../x/1-{DIGEST}",
        f"processes/0-1/a/b/1-{DIGEST}",
        f"manifest.json/1-{DIGEST[1:]}",
        f"manifest.json/-1-{DIGEST}",
        "x",
    ],
)
def test_an_object_that_is_no_part_of_a_trace_is_left_out(name: str) -> None:
    store = SimpleNamespace(sizes=lambda: {name: 1, f"manifest.json/2-{DIGEST}": 2})
    assert list(stored_files(store)) == ["manifest.json"]  # type: ignore[arg-type]


def test_nothing_is_there(s3: dict[str, str]) -> None:
    with pytest.raises(TraceError, match=r"there is no trace at s3://runs/nothing"):
        product.open("s3://runs/nothing.numscope")


def test_a_damaged_table_in_the_store_is_said(s3: dict[str, str], stored: tuple[str, Path]) -> None:
    import boto3

    url, _ = stored
    prefix = url.removeprefix("s3://runs/")
    client = boto3.client("s3", endpoint_url=s3["AWS_ENDPOINT_URL"])
    listed = client.list_objects_v2(Bucket="runs", Prefix=f"{prefix}/tables/operations")["Contents"]
    client.put_object(
        Bucket="runs", Key=listed[0]["Key"], Body=b"PAR1" + b"\0" * (listed[0]["Size"] - 8) + b"PAR1"
    )
    with pytest.raises(TraceError, match=r"s3://runs/.*operations\.parquet"):
        product.open(url)


def test_only_run_writes_to_a_store(numscope: Command, script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="only `numscope run"), product.record("s3://runs/block.numscope"):
        pass
    for option in ("--live", "--prove"):
        assert "give" in numscope("run", option, "-o", "s3://runs/x.numscope", str(script), code=2).stderr
    assert "can't be opened" in numscope("run", "-o", "s3x://runs/x", str(script), code=2).stderr

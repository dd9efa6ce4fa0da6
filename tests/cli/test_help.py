"""What the command line says before any command runs: its pages of help, and what was probably meant."""

from __future__ import annotations

import subprocess
import sys

import pytest

from numscope.cli.catalogue import COMMANDS, GROUPS
from numscope.cli.main import build_parser, load_command, main


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_no_word_shows_the_commands_to_know(eighty_columns, capsys) -> None:
    assert main([]) == 0
    page = capsys.readouterr().out
    assert len(page.splitlines()) < 24
    for name in ("run", "check-up", "nan", "diff", "top"):
        assert f"\n  {name} " in page


@pytest.mark.parametrize("word", ["--help", "-h", "help"])
def test_help_lists_every_command_once_in_80_columns(word: str, eighty_columns, capsys) -> None:
    assert main([word]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_loads_and_has_a_summary_of_one_line(name: str) -> None:
    load_command(name)
    assert 10 < len(COMMANDS[name].summary) <= 60
    assert COMMANDS[name].summary.endswith(".")


def test_examples_are_command_lines_that_parse() -> None:
    for group in GROUPS:
        assert len(group.examples) == 2
        for line, _answer in group.examples:
            program, name, *words = line.split()
            assert program == "numscope"
            build_parser([name]).parse_args([name, *words])


def test_help_loads_no_commands_module() -> None:
    code = "import sys, numscope.cli.main as m; m.main(['--help']); print(*sys.modules, file=sys.stderr)"
    loaded = run("-c", code).stderr.split()
    assert not {"numpy", "rich", "duckdb", "pyarrow", "numscope.cli.run"} & set(loaded)


def test_a_mistyped_command_is_told_with_the_nearest(capsys) -> None:
    assert main(["nann", "T"]) == 2
    assert capsys.readouterr().err == (
        "numscope: there is no command 'nann'. Did you mean nan? numscope --help lists them.\n"
    )


def test_a_word_like_no_command_has_no_guess(capsys) -> None:
    assert main(["zzzzzz"]) == 2
    assert capsys.readouterr().err == "numscope: there is no command 'zzzzzz'. numscope --help lists them.\n"


def test_a_mistyped_option_is_told_with_the_nearest(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["top", "--byy", "line", "T.numscope"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("error: unrecognized arguments: --byy. Did you mean --by?\n")


def test_an_option_is_written_out_whole(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["ls", "T.numscope", "--lim", "3"])
    assert "Did you mean --limit?" in capsys.readouterr().err

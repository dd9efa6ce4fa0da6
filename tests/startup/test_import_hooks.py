"""Waiting for a module's import, beside others who wait."""

from __future__ import annotations


def test_several_may_wait_for_parts_of_one_package(python) -> None:
    code = """
import sys
from numscope.startup.hook import when_imported
for name in ("json.decoder", "json", "json.decoder", "json.encoder"):
    when_imported(name, lambda name=name: print(name, name in sys.modules))
import numpy.random, json
print(len([finder for finder in sys.meta_path if "numscope" in type(finder).__module__]))
"""
    run = python("-c", code)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert sorted(lines[:-1]) == ["json True", "json.decoder True", "json.decoder True", "json.encoder True"]
    assert lines[-1] == "0"


def test_a_finder_that_asks_all_others_ends(numscope_command) -> None:
    """Import hooks of other tools ask every finder but themselves; ours ask those behind them only."""
    code = """
import sys
class Asking:
    def find_spec(self, name, path, target=None):
        for finder in sys.meta_path:
            if finder is not self:
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return spec
import numpy
sys.meta_path.insert(0, Asking())
import numpy.random, numpy.ma
print(numpy.random.default_rng(1).integers(3))
"""
    run = numscope_command("run", "--prove", "-c", code)
    assert run.returncode == 0, run.stderr

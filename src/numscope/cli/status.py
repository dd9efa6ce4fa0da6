"""`numscope status`: what would be recorded here, and why."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from numscope.probes import registry
from numscope.recording.policy import options
from numscope.recording.sources import origins, resolve
from numscope.startup.switch import Switch, position, switch_file

_MEANING = {
    Switch.OFF: "NUMSCOPE is not looked at (numscope enable changes that)",
    Switch.ASKED: "NUMSCOPE=1 records a program",
    Switch.ALWAYS: "every program that uses NumPy is recorded, unless NUMSCOPE=0",
}


class Status:
    """Show the environment's switch, NUMSCOPE's value, and each option with where it comes from."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare --json."""
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Print it."""
        folder = Path.cwd()
        policy = resolve({}, os.environ, folder)
        sources = origins({}, os.environ, folder)
        switch = position()
        facts: dict[str, Any] = {
            "switch": switch.value,
            "switch_file": str(switch_file()),
            "numscope_variable": os.environ.get("NUMSCOPE"),
            "libraries": [probe.library for probe in registry.known()],
            "options": {
                option.key: {
                    "value": getattr(policy, option.name),
                    "from": sources.get(option.name, "default"),
                }
                for option in options()
            },
        }
        if arguments.json:
            print(json.dumps(facts, indent=1))
            return 0
        print(f"switch    {switch.value}: {_MEANING[switch]}")
        print(f"file      {facts['switch_file']}")
        print(f"NUMSCOPE  {facts['numscope_variable'] or 'not set'}")
        print(f"libraries {', '.join(facts['libraries'])}")
        print("options")
        for key, said in facts["options"].items():
            print(f"  {key:<16} {_shown(said['value']):<12} {said['from']}")
        return 0


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or "-"
    return str(value) if value != "" else "-"

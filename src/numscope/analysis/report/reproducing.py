"""Scripts and tests that show a finding again with plain NumPy, for whoever gets the report and not the trace."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass

from numscope.analysis.halted.reproduction import reproduce
from numscope.analysis.nan.nonfinite import NonfiniteReport, Origin
from numscope.errors import NumscopeError
from numscope.rules.origin_kind import OriginKind

# Making one runs the operation again, up to 400 times, to find the elements that matter.
_MOST = 5


@dataclass(frozen=True)
class Reproducing:
    """A script that shows the fault, and a pytest test that fails until it is mended (None where there can be none)."""

    script: str
    test: str | None


def reproducing(found: NonfiniteReport) -> dict[int, Reproducing]:
    """By operation id, for the first findings that were made of finite inputs and whose inputs were kept."""
    scripts: dict[int, Reproducing] = {}
    for origin in [origin for origin in found.origins if origin.kind is OriginKind.MADE][:_MOST]:
        try:
            script = reproduce(origin.operation, "made NaN" if origin.nans else "made Inf").script
        except (
            NumscopeError
        ):  # it can't be called by itself, or its inputs are gone: the page has no script then
            continue
        scripts[origin.operation.id] = Reproducing(script, _test(script, origin))
    return scripts


def _test(script: str, origin: Origin) -> str | None:
    if len(origin.operation.outputs) != 1 or "\nresult = " not in script:
        return None
    remarks, _, rest = script.partition("\nimport ")
    imports, _, body = f"import {rest}".partition("\n\n")
    while body.startswith(("import ", "from ")):
        more, _, body = body.partition("\n\n")
        imports += f"\n\n{more}"
    lines = [line for line in body.splitlines() if not line.startswith("print(")]
    what = "nan" if origin.nans else "inf"
    name = re.sub(r"\W+", "_", origin.operation.name.lower()).strip("_")
    lines.append(f"assert not np.is{what}(result).any()")
    test = (
        f"{remarks}\n{imports}\n\n\ndef test_{name}_makes_no_{what}():\n"
        + textwrap.indent("\n".join(lines), "    ")
        + "\n"
    )
    try:
        ast.parse(test)
    except SyntaxError:
        return None
    return test

"""Exponents that divide by temperatures in degrees Celsius: beside the constants of heat these have to be in kelvin.

`exp(-energy / (R * temperature))` of 4 degrees is 0, of 277 kelvin a rate. That the exponents are energies by
temperature the numbers show: exponent times temperature is the same everywhere.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of, left_by
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import EXPONENTIALS
from numscope.operations.lore.units import OF_HEAT, OF_HEAT_BY_NAME, ZERO_CELSIUS
from numscope.operations.traits import Trait
from numscope.trace import Operation, Site, Trace

_ADVICE = f"Add {ZERO_CELSIUS} where these temperatures enter the program."
# No place on earth and few processes in degrees Celsius lie outside; an exponential has a result up to the last.
_COLDEST, _HOTTEST, _LARGEST = -100.0, 200.0, 700.0
_DEEPEST = 8


def celsius(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the temperatures by which the exponents were divided that overflowed in `operation`."""
    return in_celsius(trace, operation, operation) if "overflow" in operation.floating_point else None


def in_celsius(trace: Trace, operation: Operation, exponential: Operation) -> Root | None:
    """Return the line that gave an exponential temperatures in degrees Celsius, if `operation` fails on its results.

    None unless the program has a constant of heat there, and the exponents were ordinary in kelvin.
    """
    site = exponential.user_site
    if site is None or not exponential.inputs or function_name(exponential.name) not in EXPONENTIALS:
        return None
    constant = _constant(trace, site)
    given = None if constant is None else _temperatures(trace, exponential)
    if given is None:
        return None
    line, values = given
    said = (
        f"gives temperatures from {values.min():.4g} to {values.max():.4g}, as degrees Celsius are; beside the "
        f"constant `{constant}` they have to be in kelvin"
    )
    return Root(line, Cause(f"{said}{at_line_of(operation, line, left_by(operation))}", _ADVICE))


def _constant(trace: Trace, site: Site) -> str | None:
    """Return the constant of heat from which the statement at a line may get its values, as the text has it."""
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    for start in expressions_of(statement_at(flow.tree, program.line(site))):
        for node in flow.behind(start):
            value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
            known = isinstance(value, float) and any(
                np.isclose(value, one, rtol=1e-3, atol=0) for one in OF_HEAT
            )
            if known or (isinstance(node, (ast.Name, ast.Attribute)) and last_name(node) in OF_HEAT_BY_NAME):
                return ast.unparse(node)
    return None


def _temperatures(trace: Trace, exponential: Operation) -> tuple[Site, Any] | None:
    """Return the line that gave the numbers by which the exponents were divided, and these; None if they are kelvin."""
    exponents = numbers_of(exponential.inputs[0])
    if exponents is None:
        return None
    reader, given = exponential, exponential.inputs[0]
    for _ in range(_DEEPEST):
        maker = maker_of(trace, given, reader)
        made = None if maker is None else maker.user_site
        if maker is None or made is None or made.in_library:
            return None
        values = numbers_of(given)
        if not maker.traits & Trait.ELEMENTWISE:
            return (made, values) if _are_celsius(exponents, values) else None
        arrays = [one for one in maker.inputs if one.is_array() and one.shape]
        if len(arrays) != 1:
            return None
        reader, given = maker, arrays[0]
    return None


def _are_celsius(exponents: Any, values: Any) -> bool:
    """Return whether exponents are energies divided by these numbers, and ordinary if 273.15 is added to each."""
    if (
        values is None
        or values.shape != exponents.shape
        or values.size < 2
        or not np.isfinite(exponents).all()
    ):
        return False
    if not (values.min() > _COLDEST and values.max() < _HOTTEST and np.ptp(values) > 0 and values.all()):
        return False
    energies = exponents * values
    alike = np.allclose(energies, energies.flat[0], rtol=1e-4)
    return bool(alike and np.abs(energies / (values + ZERO_CELSIUS)).max() < _LARGEST)

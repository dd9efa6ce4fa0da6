"""Units of measure as programs write them into names: `crest_mm`, `stage_m`, `flow["depth_cm"]`."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A unit. size: how many of the dimension's base units it is."""

    dimension: str
    size: float


_LENGTHS = {"km": 1e3, "m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6, "nm": 1e-9}
_LONG = {"meters": 1.0, "metres": 1.0, "kilometers": 1e3, "kilometres": 1e3}
_SIZES = {
    "length": {**_LENGTHS, **_LONG},
    "area": {**{f"{name}2": size**2 for name, size in _LENGTHS.items()}, "ha": 1e4},
    "volume": {**{f"{name}3": size**3 for name, size in _LENGTHS.items()}, "ml": 1e-6},
    "mass": {"t": 1e3, "kg": 1.0, "g": 1e-3, "mg": 1e-6, "ug": 1e-9},
    "pressure": {"mpa": 1e6, "bar": 1e5, "kpa": 1e3, "hpa": 1e2, "mbar": 1e2, "pa": 1.0},
    "frequency": {"ghz": 1e9, "mhz": 1e6, "khz": 1e3, "hz": 1.0},
    "voltage": {"kv": 1e3, "v": 1.0, "mv": 1e-3, "uv": 1e-6},
    "share": {"share": 1.0, "fraction": 1.0, "pct": 1e-2, "percent": 1e-2, "permille": 1e-3, "bps": 1e-4}
    | {"ppm": 1e-6, "ppb": 1e-9},
    "time": {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "secs": 1.0, "seconds": 1.0}
    | {"mins": 60.0, "minutes": 60.0, "h": 3600.0, "hours": 3600.0, "days": 86400.0, "weeks": 604800.0},
    "angle": {"rad": 1.0, "radians": 1.0, "deg": 0.017453292519943295, "degrees": 0.017453292519943295},
}
UNITS = {name: Unit(dimension, size) for dimension, sizes in _SIZES.items() for name, size in sizes.items()}
# Numbers by which people convert: from one of a dimension's units to another, and not to any other scale.
CONVERTS = {
    **dict.fromkeys(_SIZES, tuple(10.0**power for power in range(1, 10))),
    "time": (1e3, 1e6, 1e9, 7.0, 24.0, 60.0, 1440.0, 3600.0, 86400.0, 604800.0),
    "angle": (),
}
# Functions that take angles, and in which unit.
TAKES_ANGLES = {
    **dict.fromkeys(("sin", "cos", "tan", "degrees", "rad2deg"), "rad"),
    **dict.fromkeys(("radians", "deg2rad"), "deg"),
}
# Constants of physics in SI units that are far from 1, by their names in scipy.constants (CODATA 2018).
OF_PHYSICS = "scipy.constants"
PHYSICAL_CONSTANTS = {
    **dict.fromkeys(("k", "Boltzmann"), 1.380649e-23),
    **dict.fromkeys(("h", "Planck"), 6.62607015e-34),
    "hbar": 1.054571817e-34,
    **dict.fromkeys(("e", "elementary_charge", "eV", "electron_volt"), 1.602176634e-19),
    **dict.fromkeys(("N_A", "Avogadro"), 6.02214076e23),
    **dict.fromkeys(("m_e", "electron_mass"), 9.1093837015e-31),
    **dict.fromkeys(("m_p", "proton_mass"), 1.67262192369e-27),
    **dict.fromkeys(("m_u", "u", "atomic_mass"), 1.6605390666e-27),
}
# Constants that stand beside a temperature in kelvin, in the units in which people write them (CODATA 2018): the gas
# constant by mole in joules and calories, Boltzmann's constant in joules and electronvolts; and what kelvin begin at.
OF_HEAT = (8.314462618, 8.314462618e-3, 1.987204, 1.987204e-3, 1.380649e-23, 8.617333262e-5)
OF_HEAT_BY_NAME = frozenset(("gas_constant", "Boltzmann"))
ZERO_CELSIUS = 273.15

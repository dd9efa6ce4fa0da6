"""Numbers that files of measurements write where there is none, and what reads files."""

from __future__ import annotations

SENTINELS = (
    *(-99.0, -99.9, -999.0, -999.9, -999.99, -9999.0, -9999.9, -99999.0, -32768.0, -32767.0, -2147483648.0),
    *(
        999.0,
        999.9,
        9999.0,
        9999.9,
        99999.0,
        999999.0,
        1e20,
        -1e20,
        1e30,
        -1e30,
        1e36,
        9.96921e36,
        -1e34,
        1e35,
    ),
    *(9.969209968386869e36, 1.0000000200408773e20, 3.4028234663852886e38, -3.4028234663852886e38),
)
# What reads tables from files and texts, and the argument that says which numbers are none.
READERS = {
    "pandas.read_csv": "na_values",
    "pandas.read_table": "na_values",
    "pandas.read_fwf": "na_values",
    "pandas.read_excel": "na_values",
    "numpy.loadtxt": "converters",
    "numpy.genfromtxt": "missing_values",
    "numpy.fromfile": "",
    "numpy.load": "",
}

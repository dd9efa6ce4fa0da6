"""Summarise the discharge below a weir for a power company.

The station's file has a line every six hours. A reading that the station could not take is written as -999.0, a
reading that was checked by hand has a flag. The flow duration and the low-flow index work on logarithms.

Symptom: the low-flow index, the recession and the energy print nan, while count, flags and highest flow look right
Culprit: read_csv does not know that -999.0 means a missing reading, and the logarithm of the negative flow is NaN
Report: none
"""

import io

import numpy as np
import pandas as pd

HEAD = 4.2  # metres
MISSING = "-999.0"


def station_file(seed, days):
    """Return the file of the station as text."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2023-05-01", periods=4 * days, freq="6h")
    flow, level = [], 12.0
    for _ in times:
        level = 0.97 * level + 0.12 + (rng.gamma(1.2, 6.0) if rng.random() < 0.06 else 0.0)
        flow.append(level)
    lines = ["# station 0417, cubic metres a second", "time;flow;flag"]
    for time, value in zip(times, flow, strict=True):
        draw = rng.random()
        text = MISSING if draw < 0.02 else f"{value:.3f}"
        lines.append(f"{time:%Y-%m-%d %H:%M};{text};{'H' if draw > 0.9 else ''}")
    return "\n".join(lines)


def read(text):
    """Return flow and flag by time, missing readings as NaN."""
    return pd.read_csv(io.StringIO(text), sep=";", comment="#", index_col="time", parse_dates=True)  # culprit


def duration(flow, shares):
    """Return the flows that are exceeded in some shares of the time."""
    return {share: flow.quantile(1 - share) for share in shares}


def low_flow(flow):
    """Return the geometric mean of the flow, which low flows rule."""
    return float(np.exp(np.log(flow.to_numpy()).mean()))


def recession(flow):
    """Return how fast the flow falls when it falls, in percent a day."""
    logs = np.log(flow)
    steps = logs.diff().iloc[1:].to_numpy()
    falling = steps[~(steps > 0)]
    return 100 * (1 - np.exp(4 * falling.mean()))


def energy(flow, largest=20.0):
    """Return the energy in megawatt hours that a turbine gets out of the flow, with its efficiency at part load."""
    load = np.minimum(flow.to_numpy() / largest, 1.0)
    efficiency = 0.88 * (1 - np.exp(-6 * np.sqrt(load)))
    return float((9.81 * HEAD * load * largest * efficiency * 6).sum() / 1000)


def main():
    """Read the file and print the summary."""
    table = read(station_file(31, 120))
    flow = table["flow"].dropna()
    checked = int((table["flag"] == "H").sum())
    print(f"{len(table)} lines, {len(flow)} readings, {checked} checked by hand, highest {flow.max():.2f}")
    for share, value in duration(flow, (0.1, 0.5, 0.9)).items():
        print(f"  exceeded {100 * share:.0f} % of the time: {value:.2f}")
    with np.errstate(invalid="ignore"):
        print(f"low-flow index {low_flow(flow):.3f}, recession {recession(flow):.2f} % a day")
        print(f"energy {energy(flow):.1f} MWh")


if __name__ == "__main__":
    main()

"""Daily volume over a gauging weir.

Reads a day of stage readings from a pressure logger, turns them into discharge
with the rating curve of the weir and prints the peak and the day's volume.

Culprit: the crest height of 412 mm is divided by 100 instead of 1000, so the crest
lies at 4.12 m while the stage stays between 0.5 and 1.1 m; every head is negative
and a negative head raised to 1.5 is NaN, which reaches peak and volume.
"""

import numpy as np

STATION = {
    "name": "Mill Lane",
    "crest_mm": 412.0,
    "width_m": 3.2,
    "coefficient": 1.84,
    "exponent": 1.5,
}
STEP_S = 900


def logger_record(seed=7):
    """Stage in centimetres above the logger, every 15 minutes."""
    rng = np.random.default_rng(seed)
    hours = np.arange(0, 24, STEP_S / 3600)
    flood = 55.0 * np.exp(-0.5 * ((hours - 13.0) / 2.5) ** 2)
    return hours, 52.0 + flood + rng.normal(0, 0.3, hours.size)


def weir_geometry(station):
    crest = station["crest_mm"] / 100.0  # culprit
    return {"crest": crest, "width": station["width_m"]}


def discharge(stage_m, geometry, station):
    head = stage_m - geometry["crest"]
    unit_flow = station["coefficient"] * head ** station["exponent"]
    return unit_flow * geometry["width"]


def summarise(hours, flow):
    volume = np.sum(0.5 * (flow[1:] + flow[:-1])) * STEP_S
    return {"peak": flow.max(), "volume": volume, "hours": hours[-1]}


def main():
    hours, stage_cm = logger_record()
    geometry = weir_geometry(STATION)
    flow = discharge(stage_cm / 100.0, geometry, STATION)
    day = summarise(hours, flow)
    print(f"{STATION['name']}: peak {day['peak']:.2f} m3/s")
    print(f"volume {day['volume']:.0f} m3 in {day['hours']:.2f} h")


main()

"""Count the clicks of bats by minute and band in a compiled parallel loop, and their rate where a microphone was on.

Symptom: none
Culprit: none
Tempts: `nan` could accuse 0 / 0 where no microphone was on, `check-determinism` the parallel loop: it adds integers.
Report: none
"""

import numpy as np
from numba import njit, prange

BANDS = np.array([20.0, 35.0, 50.0, 80.0, 120.0])  # kHz
MINUTES = 90


@njit(parallel=True)
def count(minute, band, minutes, bands):
    table = np.zeros((minutes, bands), dtype=np.int64)
    for m in prange(minutes):
        for i in range(minute.size):
            if minute[i] == m and band[i] >= 0:
                table[m, band[i]] += 1
    return table


def night(rng):
    time = np.sort(rng.uniform(0, MINUTES, 2500))
    pitch = rng.choice([28.0, 45.0, 55.0, 108.0], time.size, p=[0.2, 0.4, 0.3, 0.1]) + rng.normal(
        0, 3, time.size
    )
    seconds_on = np.full(MINUTES, 60.0)
    seconds_on[12:15] = 0.0
    seconds_on[40] = 25.0
    heard = seconds_on[time.astype(int)] > 60 * (time % 1)
    return time[heard], pitch[heard], seconds_on


def band_of(pitch):
    index = np.searchsorted(BANDS, pitch) - 1
    return np.where(index < len(BANDS) - 1, index, -1)


def rate(table, seconds_on):
    """Return clicks in a second, nan for minutes in which no microphone was on."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return table / seconds_on[:, None]


def main():
    time, pitch, seconds_on = night(np.random.default_rng(120))
    table = count(time.astype(np.int64), band_of(pitch), MINUTES, len(BANDS) - 1)
    rates = rate(table, seconds_on)
    silent = np.isnan(rates).all(axis=1)
    print(
        f"{table.sum()} of {time.size} clicks lie in a band, {np.count_nonzero(silent)} minutes without a microphone"
    )
    for low, high, column in zip(BANDS[:-1], BANDS[1:], rates.T, strict=True):
        busiest = int(np.nanargmax(column))
        print(
            f"{low:5.0f} to {high:4.0f} kHz: {np.nanmean(column):.5f} in a second, busiest minute {busiest}"
        )


main()

"""A tour of NumPy: one night of a small weather station, from raw readings to a forecast.

Run it under numscope to see a dozen kinds of operations recorded: `make demo`.
"""

import numpy as np

MINUTES = 12 * 60
STATION = np.dtype([("name", "U12"), ("height", "f4"), ("offset", "f4")])


def read_sensors(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Creation and random numbers: three noisy thermometers, some readings lost."""
    minutes = np.arange(MINUTES, dtype=np.float64)
    truth = 12 + 6 * np.cos(2 * np.pi * (minutes - 60) / (24 * 60))
    readings = truth + rng.normal(scale=0.4, size=(3, MINUTES))
    readings[1, 200:215] = np.nan
    readings[rng.random(readings.shape) < 0.002] += 25
    return minutes, readings


def calibrate(readings: np.ndarray, stations: np.ndarray) -> np.ndarray:
    """Structured arrays and broadcasting: take each station's offset away."""
    return readings - stations["offset"][:, np.newaxis]


def clean(readings: np.ndarray) -> np.ma.MaskedArray:
    """Comparison, logic, masked arrays: what is lost or far from the median is no reading."""
    centre = np.nanmedian(readings, axis=1, keepdims=True)
    spread = np.nanpercentile(np.abs(readings - centre), 90, axis=1, keepdims=True)
    wrong = np.isnan(readings) | (np.abs(readings - centre) > 4 * spread)
    return np.ma.masked_array(readings, mask=wrong)


def smooth(signal: np.ndarray, width: int) -> np.ndarray:
    """Fourier transforms: keep the slow part."""
    spectrum = np.fft.rfft(signal)
    spectrum[width:] = 0
    return np.fft.irfft(spectrum, n=signal.size)


def fit_day(minutes: np.ndarray, temperature: np.ndarray) -> tuple[np.ndarray, float]:
    """Linear algebra: a day's wave by least squares, and how far it is off."""
    angle = 2 * np.pi * minutes / (24 * 60)
    design = np.stack([np.ones_like(angle), np.cos(angle), np.sin(angle)], axis=-1)
    weights, *_ = np.linalg.lstsq(design, temperature, rcond=None)
    rest = temperature - design @ weights
    return weights, float(np.sqrt(np.mean(rest**2)))


def agreement(readings: np.ma.MaskedArray) -> np.ndarray:
    """einsum, outer products, in-place arithmetic: how the thermometers vary together."""
    filled = readings.filled(readings.mean())
    filled -= filled.mean(axis=1, keepdims=True)
    covariance = np.einsum("it,jt->ij", filled, filled) / filled.shape[1]
    deviation = np.sqrt(np.diag(covariance))
    return covariance / np.multiply.outer(deviation, deviation)


def coldest(minutes: np.ndarray, temperature: np.ndarray) -> np.ndarray:
    """Sorting, fancy indexing and datetime64: the five coldest minutes, in order."""
    start = np.datetime64("2026-01-31T18:00")
    order = np.argsort(temperature)[:5]
    return start + np.sort(minutes[order]).astype("timedelta64[m]")


def forecast(temperature: np.ndarray) -> float:
    """Polynomials: where the last hour leads."""
    hour = np.polynomial.Polynomial.fit(np.arange(60), temperature[-60:], deg=2)
    return float(hour(90))


def report(stations: np.ndarray, temperature: np.ndarray) -> str:
    """Strings, histograms, accumulation."""
    names = np.strings.upper(stations["name"]) if hasattr(np, "strings") else np.char.upper(stations["name"])
    counts, edges = np.histogram(temperature, bins=4)
    shares = np.add.accumulate(counts) / counts.sum()
    bars = "  ".join(f"<{edge:4.1f}: {share:4.0%}" for edge, share in zip(edges[1:], shares, strict=True))
    return f"{', '.join(names.tolist())}\n{bars}"


def main() -> None:
    """The whole night."""
    rng = np.random.default_rng(2026)
    stations = np.array([("hill", 410, 0.3), ("valley", 180, -0.2), ("river", 165, 0.1)], dtype=STATION)
    minutes, readings = read_sensors(rng)
    readings = clean(calibrate(readings, stations))
    temperature = smooth(np.concatenate(readings.mean(axis=0, keepdims=True)).filled(), width=24)
    weights, error = fit_day(minutes, temperature)
    print(report(stations, temperature))
    print(f"mean {weights[0]:.2f} C, off by {error:.2f} C, warmest {np.max(temperature):.2f} C")
    print("thermometers agree:", np.array2string(agreement(readings)[np.triu_indices(3, k=1)], precision=3))
    print("coldest at", ", ".join(np.datetime_as_string(coldest(minutes, temperature)).tolist()))
    print(f"in half an hour: {forecast(temperature):.1f} C")


if __name__ == "__main__":
    main()

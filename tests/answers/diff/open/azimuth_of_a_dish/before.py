"""Summarise how far a radio dish turned each night, from the azimuths in degrees that its encoder writes."""

import numpy as np

NIGHTS, RATE = 6, 4  # readings a minute


def tracked(rng, minutes=420):
    """Return true azimuths of a night in degrees, without a jump; the dish follows three sources."""
    start = rng.uniform(200.0, 330.0)
    speeds = np.repeat(rng.choice([-0.55, 0.35, 0.5], 3), minutes * RATE // 3)
    wind = rng.normal(0.0, 0.02, speeds.size)
    return start + np.cumsum(speeds / RATE + wind)


def encoder(azimuth):
    """Return what the encoder writes: 0 to 360 degrees, in steps of a hundredth."""
    return np.round(azimuth % 360.0, 2)


def continuous(reading):
    return np.rad2deg(np.unwrap(np.deg2rad(reading)))


def turns(reading):
    """Return the way of the dish and its place at the end against the start, in degrees."""
    azimuth = continuous(reading)
    smooth = azimuth[: azimuth.size // RATE * RATE].reshape(-1, RATE).mean(axis=1)
    return np.abs(np.diff(smooth)).sum(), azimuth[-1] - azimuth[0]


def twist(ends):
    """Return the largest twist of the cable, which is not undone during the day."""
    return np.abs(np.cumsum(ends)).max()


def main():
    rng = np.random.default_rng(1420)
    ways, ends = [], []
    for night in range(NIGHTS):
        way, end = turns(encoder(tracked(rng)))
        ways.append(way)
        ends.append(end)
        print(f"night {night + 1}: way {way:8.2f} degrees, end {end:+8.2f}")
    print(f"way of the week {sum(ways):.2f} degrees")
    print(f"largest twist of the cable {twist(ends):.2f} degrees")


if __name__ == "__main__":
    main()

"""Follow silt from the slopes of a valley through its side streams into the main river."""

import numpy as np


def network(rng, count):
    """Each reach flows into one further down; the last one is the mouth."""
    receiver = np.zeros(count, dtype=int)
    for reach in range(count - 1):
        receiver[reach] = min(reach + int(rng.integers(1, 9)), count - 1)
    receiver[count - 1] = count - 1
    return receiver


def supply(rng, count):
    """Tons of silt that the slopes give to each reach in a day of rain."""
    area = rng.gamma(2.0, 1.5, count)
    steepness = rng.uniform(0.02, 0.4, count)
    forest = rng.random(count)
    tons = np.zeros(count)
    for reach in range(count):
        tons[reach] = 1.8 * area[reach] * steepness[reach] ** 1.2
        if forest[reach] > 0.6:
            tons[reach] *= 0.35
    return tons


def day(load, bed, receiver, capacity, mouth):
    """Move the silt one reach further; what a reach can't carry falls to its bed."""
    count = len(load)
    arriving = np.zeros(count)
    out = 0.0
    for reach in range(count):
        carried = load[reach]
        if carried > capacity[reach]:
            bed[reach] += carried - capacity[reach]
            carried = capacity[reach]
        if reach == mouth:
            out += carried
        else:
            arriving[receiver[reach]] += carried
    return arriving, out


def main():
    rng = np.random.default_rng(1342)
    count = 60
    receiver = network(rng, count)
    tons = supply(rng, count)
    capacity = 1.5 + 0.12 * np.arange(count) + rng.uniform(0, 1, count)
    rain = np.clip(rng.normal(0.4, 0.8, 30), 0, None)

    load = np.zeros(count)
    bed = np.zeros(count)
    delivered = []
    for today in rain:
        load = load + today * tons
        load, out = day(load, bed, receiver, capacity, count - 1)
        delivered.append(out)

    delivered = np.array(delivered)
    print(f"given by the slopes {rain.sum() * tons.sum():10.4f} t")
    print(f"out at the mouth    {delivered.sum():10.4f} t")
    print(f"on the beds         {bed.sum():10.4f} t")
    print(f"still moving        {load.sum():10.4f} t")
    for reach in np.argsort(-bed)[:5]:
        print(f"reach {reach:2d}: {bed[reach]:9.4f} t of mud")
    print(f"muddiest day: {delivered.argmax()} with {delivered.max():.4f} t")


if __name__ == "__main__":
    main()

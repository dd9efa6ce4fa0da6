"""Average satellite pictures of chlorophyll in a lake, through the clouds.

Each pass is a masked array: land is masked always, clouds differ from pass to pass. Under the mask lie the sensor's
fill values, NaN for clouds and 9.97e36 for land. The report averages what was seen.

Symptom: none
Culprit: none
Tempts: `nan` and `precision` could accuse the values under the mask and the pixels never seen, which no figure uses
Report: none
"""

import numpy as np
import numpy.ma as ma

ROWS, COLUMNS, PASSES = 40, 60, 12
LAND_FILL = 9.969209968386869e36


def lake():
    """Return a mask of the land around an oval lake with an island."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    shore = ((rows - 20) / 17) ** 2 + ((columns - 30) / 27) ** 2
    island = (rows - 18) ** 2 + (columns - 38) ** 2 < 9
    return (shore > 1) | island


def picture(rng, land, day):
    """Return one pass in milligrams per cubic metre, land and clouds masked."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    bloom = 3 + 2 * np.sin(columns / 9 + day / 5) + 0.05 * rows
    values = bloom * rng.lognormal(0, 0.15, land.shape)
    centre = rng.uniform(0, [ROWS, COLUMNS])
    cloud = (rows - centre[0]) ** 2 + (columns - centre[1]) ** 2 < rng.uniform(50, 500)
    cloud |= columns > 53  # always in the haze of the town
    values[cloud] = np.nan
    values[land] = LAND_FILL
    return ma.masked_invalid(ma.masked_greater(values, 1e30))


def trend(stack, days):
    """Return the change a day of each pixel seen at least five times, other pixels masked."""
    seen = stack.count(axis=0)
    centred_days = ma.array(np.broadcast_to(days[:, None, None], stack.shape), mask=ma.getmaskarray(stack))
    centred_days = centred_days - centred_days.mean(axis=0)
    slope = (centred_days * stack).sum(axis=0) / (centred_days**2).sum(axis=0)
    return ma.masked_where(seen < 5, slope)


def main():
    """Print the averages of all passes and of the lake."""
    rng = np.random.default_rng(12)
    land = lake()
    days = np.arange(PASSES) * 8.0
    stack = ma.stack([picture(rng, land, day) for day in days])
    for day, single in zip(days, stack, strict=True):
        print(
            f"day {day:3.0f}: {single.count():4d} pixels, mean {single.mean():.3f}, median {ma.median(single):.3f}"
        )
    composite = stack.mean(axis=0)
    water = int((~land).sum())
    print(f"seen at least once: {composite.count()} of {water} pixels of water")
    print(f"mean of the lake: {composite.mean():.3f} mg/m3")
    slopes = trend(stack, days)
    print(f"median change a day: {ma.median(slopes):.4f} mg/m3 in {slopes.count()} pixels")
    north, south = composite[: ROWS // 2], composite[ROWS // 2 :]
    print(f"south minus north: {south.mean() - north.mean():.3f} mg/m3")


if __name__ == "__main__":
    main()

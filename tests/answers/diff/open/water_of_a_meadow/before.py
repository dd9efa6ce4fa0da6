"""Follow the water in the soil of a mountain meadow for one year, day by day."""

import numpy as np

rng = np.random.default_rng(1864)
days = np.arange(365)
air = 4.0 - 11.0 * np.cos(2 * np.pi * (days - 20) / 365) + rng.normal(0, 2.5, 365)
falls = np.where(rng.random(365) < 0.38, rng.gamma(0.9, 9.0, 365), 0.0)
demand = np.clip(0.18 * (air + 3.0), 0.0, None)

CAPACITY = 140.0
WILTING = 35.0
MELT = 3.2
LEAK = 0.015

snow = 0.0
soil = 90.0
runoff_total = 0.0
leak_total = 0.0
used_total = 0.0
soil_of_day = []
snow_of_day = []

for day in range(365):
    # snow or rain
    if air[day] < 0.5:
        snow += falls[day]
        water = 0.0
    else:
        water = falls[day]
    # melt
    if air[day] > 0.0:
        melted = min(snow, MELT * air[day])
    else:
        melted = 0.0
    snow -= melted
    water += melted
    # the plants drink, less when the soil is dry
    dryness = (soil - WILTING) / (CAPACITY - WILTING)
    dryness = min(max(dryness, 0.0), 1.0)
    used = demand[day] * dryness
    # a little leaks into the rock
    leak = LEAK * soil
    soil = soil + water - used - leak
    # what does not fit runs off
    if soil > CAPACITY:
        runoff = soil - CAPACITY
        soil = CAPACITY
    else:
        runoff = 0.0
    runoff_total += runoff
    leak_total += leak
    used_total += used
    soil_of_day.append(soil)
    snow_of_day.append(snow)

soil_of_day = np.array(soil_of_day)
snow_of_day = np.array(snow_of_day)

print(f"fallen         {falls.sum():9.3f} mm")
print(f"run off        {runoff_total:9.3f} mm")
print(f"leaked         {leak_total:9.3f} mm")
print(f"used by plants {used_total:9.3f} mm")
print(f"stored         {soil + snow - 90.0:9.3f} mm")
print(f"driest day     {soil_of_day.argmin():5d} with {soil_of_day.min():.3f} mm")
print(f"deepest snow   {snow_of_day.max():9.3f} mm")
for quarter in range(4):
    part = soil_of_day[quarter * 91 : (quarter + 1) * 91]
    print(f"quarter {quarter + 1}: {part.mean():9.3f} mm in the soil")

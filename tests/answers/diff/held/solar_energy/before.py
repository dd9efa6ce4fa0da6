"""Energy of a solar roof from power readings taken at uneven times."""

import numpy as np

rng = np.random.default_rng(2)

# the logger wakes up at odd times between sunrise and sunset
hours = np.sort(np.concatenate([[5.0, 21.0], rng.uniform(5, 21, 150)]))
sun = np.clip(np.sin(np.pi * (hours - 5) / 16), 0, None)
power = 4.2 * sun**1.5
power = power * rng.uniform(0.8, 1.0, hours.size)

print("readings:", hours.size)
print("longest pause (h):", np.diff(hours).max().round(3))
print("peak (kW):", power.max().round(2))

# area under the power curve
energy = np.trapezoid(power, hours)

own_use = 0.35 * energy
fed_in = energy - own_use
price = 0.08
print("own use (kWh):", own_use.round(2))
print("earned (EUR):", (price * fed_in).round(2))
print("energy of the day (kWh):", energy)

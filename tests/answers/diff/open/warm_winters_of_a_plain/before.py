"""Show how far the winters of a plain depart from the winters of 1981 to 2000."""

import numpy as np

FIRST_YEAR = 1981
YEARS = 36
LATITUDES = np.array([44.0, 46.0, 48.0, 50.0, 52.0])
LONGITUDES = np.arange(16.0, 28.0, 2.0)

rng = np.random.default_rng(365)

# monthly temperatures: time, latitude, longitude
months = np.arange(YEARS * 12)
temperature = np.zeros((months.size, LATITUDES.size, LONGITUDES.size))
for t in months:
    season = -12.0 * np.cos(2 * np.pi * (t % 12 - 0.5) / 12)
    trend = 0.035 * (t / 12)
    for i, latitude in enumerate(LATITUDES):
        for j in range(LONGITUDES.size):
            base = 10.0 - 0.6 * (latitude - 48.0) - 0.05 * j
            temperature[t, i, j] = base + season + trend
temperature += rng.normal(0.0, 1.1, (months.size, 1, 1))
temperature += rng.normal(0.0, 0.5, temperature.shape)

# what is usual for each month
usual = np.zeros((12, *temperature.shape[1:]))
for month in range(12):
    count = 0
    for year in range(20):
        usual[month] += temperature[year * 12 + month]
        count += 1
    usual[month] /= count

anomaly = np.zeros_like(temperature)
for t in months:
    anomaly[t] = temperature[t] - usual[t % 12]

# mean over the plain: cells of the south are larger
plain = np.zeros(months.size)
for t in months:
    total = 0.0
    weights = 0.0
    for i, latitude in enumerate(LATITUDES):
        weight = np.cos(np.radians(latitude))
        total += weight * anomaly[t, i].mean()
        weights += weight
    plain[t] = total / weights

# a winter is December with the January and February that follow
winters = []
for year in range(YEARS - 1):
    december = plain[year * 12 + 11]
    january = plain[year * 12 + 12]
    february = plain[year * 12 + 13]
    winters.append((december + january + february) / 3)
winters = np.array(winters)
names = np.arange(FIRST_YEAR + 1, FIRST_YEAR + YEARS)

print(f"usual January {usual[0].mean():8.4f}, usual July {usual[6].mean():8.4f}")
for name, winter in zip(names[::5], winters[::5], strict=True):
    print(f"winter {name}: {winter:+.4f}")
print(f"mildest {names[winters.argmax()]} with {winters.max():+.4f}")
print(f"hardest {names[winters.argmin()]} with {winters.min():+.4f}")
print(f"warm winters (above +1): {(winters > 1).sum()}")
slope = np.polyfit(names - names.mean(), winters, 1)[0]
print(f"trend {10 * slope:+.4f} degrees per decade")

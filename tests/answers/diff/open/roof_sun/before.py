"""Sunlight on a flat roof over a clear day in June."""

import math

LATITUDE, DECLINATION = 47.0, 23.0  # degrees
CONSTANT = 1361.0  # W/m2


def elevation(hour):
    turn = math.radians(15 * (hour - 12))
    lat, dec = math.radians(LATITUDE), math.radians(DECLINATION)
    height = math.sin(lat) * math.sin(dec) + math.cos(lat) * math.cos(dec) * math.cos(turn)
    return math.degrees(math.asin(height))


total = 0.0
for step in range(24 * 4):
    hour = step / 4
    angle = elevation(hour)
    if angle > 3:
        height = math.sin(math.radians(angle))
        total += CONSTANT * 0.72 ** (1 / height) * height * 0.25

print(f"elevation at noon: {elevation(12):.1f} degrees")
print(f"energy: {total / 1000:.3f} kWh/m2")

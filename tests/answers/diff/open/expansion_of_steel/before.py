"""How much longer does a rail of steel become? A cubic through measured lengths."""

import numpy as np

rng = np.random.default_rng(88)
warmth = np.linspace(-20.0, 120.0, 36)
longer = 0.0117 * warmth + 4.2e-6 * warmth**2 + rng.normal(0.0, 0.004, warmth.size)

scale = np.abs(warmth).max()
cubic = np.polyfit(warmth / scale, longer, 3)
fitted = np.polyval(cubic, warmth / scale)
print("coefficients", cubic.round(6))
print(f"left over {np.sqrt(np.mean((longer - fitted) ** 2)):.6f} mm/m")
for degrees in (0.0, 40.0, 80.0):
    print(f"{degrees:5.1f} C: {np.polyval(cubic, degrees / scale):.5f} mm/m")

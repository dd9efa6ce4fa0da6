"""Draw the outline of a violin's top from measured widths and compute its area and its sharpest bend."""

import numpy as np
from scipy.interpolate import CubicSpline

height = np.array([0.0, 3.0, 7.5, 12.0, 16.5, 20.0, 24.0, 29.0, 33.0, 35.6])
width = np.array([0.0, 6.4, 8.3, 7.1, 5.5, 5.9, 8.0, 10.2, 7.6, 0.0])

outline = CubicSpline(height, width, bc_type="natural")
fine = np.linspace(height[0], height[-1], 2001)
half = outline(fine)

area = 2 * outline.integrate(height[0], height[-1])
bend = np.abs(outline(fine, 2)) / (1 + outline(fine, 1) ** 2) ** 1.5
length = 2 * np.hypot(np.diff(fine), np.diff(half)).sum()

print(f"area {area:.5f} cm2")
print(f"edge {length:.5f} cm")
print(f"sharpest bend {bend.max():.6f} at {fine[bend.argmax()]:.3f} cm")
print(f"waist {2 * half[800:1200].min():.5f} cm, lower bout {2 * half.max():.5f} cm")

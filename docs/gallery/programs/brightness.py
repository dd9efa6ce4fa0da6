"""A ramp of brightness for a test picture, from black to a little over white."""

import numpy as np

ramp = np.linspace(0, 300, 16)
pixels = ramp.astype(np.uint8)
print(pixels)
print("brightest pixel:", pixels.max(), "at", pixels.argmax())

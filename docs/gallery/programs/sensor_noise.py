"""How noisy a sensor is: 100,000 readings, kept in half precision to save memory."""

import numpy as np

rng = np.random.default_rng(7)
readings = (400 + 3 * rng.standard_normal(100_000)).astype(np.float16)
noise = readings.std(ddof=1)
print("noise of the sensor:", noise)
print("readings beyond three sigma:", int((np.abs(readings - readings.mean()) > 3 * noise).sum()))

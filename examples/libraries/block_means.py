"""Statistics of a field of temperatures, written once by the array API standard, and once with blocks by Dask.

python -m pip install array-api-strict "dask[array]"
numscope run examples/libraries/block_means.py
"""

import array_api_strict
import dask.array
import numpy as np

field = np.random.default_rng(1).normal(280.0, 8.0, (400, 300))
field[17, :] = 0.0


def anomalies(values):
    """Return how far each row lies from the mean, in widths of the row, with the functions of the standard alone."""
    xp = values.__array_namespace__()
    mean = xp.mean(values, axis=1, keepdims=True)
    width = xp.std(values, axis=1, keepdims=True)
    return (values - mean) / width


standard = anomalies(array_api_strict.asarray(field))
worst = array_api_strict.max(standard)
back = np.from_dlpack(standard)
blocks = dask.array.from_array(field, chunks=(100, 300))
means = dask.array.sqrt(blocks).mean(axis=1)
computed = means.compute()
print(float(worst), np.isnan(back).sum(), computed.sum())

"""A column of temperatures that six libraries pass on: NumPy, polars, NumPy, JAX, pandas and PyTorch.

python -m pip install polars jax pandas torch
numscope run examples/libraries/six_libraries.py
numscope graph --of "torch.Tensor"
"""

import jax.numpy as jnp
import numpy as np
import pandas as pd
import polars as pl
import torch

celsius = np.random.default_rng(3).normal(12.0, 5.0, 1000)
kelvin = celsius + 273.15
column = pl.Series("kelvin", kelvin)
warmer = (column * 1.5).to_numpy()
single = jnp.asarray(warmer)  # JAX computes in float32: a conversion
squared = jnp.square(single)
back = np.asarray(squared)
table = pd.DataFrame({"squared": back})
smooth = table["squared"].rolling(3, min_periods=1).mean().to_numpy(copy=True)
tensor = torch.from_numpy(smooth)
total = torch.sqrt(tensor).sum()
print(float(total))

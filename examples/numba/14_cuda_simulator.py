"""A CUDA kernel with more threads than elements, in the simulator. No GPU is needed.

numscope run --cudasim examples/numba/14_cuda_simulator.py
numscope run --sanitize examples/numba/14_cuda_simulator.py   (on a GPU)
"""

import numpy as np
from numba import cuda


@cuda.jit
def foo(arr):
    arr[cuda.threadIdx.x] = 1


arr = np.arange(30)
foo[1, 32](arr)

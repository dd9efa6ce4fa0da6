"""A CUDA kernel with more threads than elements, in the simulator. No GPU is needed.

python -c "from numscope.compiled.numba.cuda.simulate import simulate; \
    print(*simulate('examples/numba/14_cuda_simulator.py').findings)"
"""

import numpy as np
from numba import cuda


@cuda.jit
def foo(arr):
    arr[cuda.threadIdx.x] = 1


arr = np.arange(30)
foo[1, 32](arr)

"""CUDA kernels without a GPU: Numba's simulator, with the checks it lacks."""

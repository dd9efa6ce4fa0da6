"""What stays with a program that `numscope run` runs: explains at its end what Numba could not compile, writes what
is known when it dies, checks kernels in the simulator."""

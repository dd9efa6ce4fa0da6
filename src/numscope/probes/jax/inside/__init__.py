"""What happens inside jitted functions, for `run --inside-jit`: a second, instrumented copy runs beside each call.

The program gets the result of its own executable. The copy gives what each equation gave, computed once more: the
compiler fuses it otherwise, so that its numbers may differ in the last bits. They are recorded as `jax.shadow.*`.
"""

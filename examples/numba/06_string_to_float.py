"""What once fell back to object mode without a word, float() of a string, is an error today.

numscope numba explain examples/numba/06_string_to_float.py
"""

from numba import jit


@jit
def f(a, b):
    s = a + float(b)
    return s


print(f(1, 2))
f(1, "2")

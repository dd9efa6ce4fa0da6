"""What operations mean, said once: the traits of each, by library. This package imports nothing else of numscope.

`traits.py` names the traits; `numpy.py`, `torch.py` and `numba.py` hold a table each; `tables.py` finds the traits of
a name. A probe hands its library's table to the native core, which writes the traits of an operation into its record.
"""

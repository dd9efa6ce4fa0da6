"""numscope in Jupyter: `%load_ext numscope`.

`magic` is the cell magic `%%numscope`, `lesson` steps through a recorded cell, `formats` says how our objects look.
"""

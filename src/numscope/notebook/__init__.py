"""numscope in Jupyter: `%load_ext numscope`."""

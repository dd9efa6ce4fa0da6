"""SciPy's probe."""

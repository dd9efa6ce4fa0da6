"""NumPy: every public callable of the installed version, and how each one is watched."""

"""NumPy's recorded calls: made again, and written as source."""

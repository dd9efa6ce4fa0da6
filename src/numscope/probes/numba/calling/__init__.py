"""Recorded calls of the functions that Numba compiled: made again, and written as source."""

"""Numba: calls of what it compiled."""

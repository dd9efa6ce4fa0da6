"""Keras 3's probe, on each of its backends."""

"""The version of numscope."""

__version__ = "0.1.0"

"""A probe for a library written in Python above others: its public API is found in the library itself."""

"""Trying a program's changes: it is run with some of them at a time, until the one is left that changes the results."""

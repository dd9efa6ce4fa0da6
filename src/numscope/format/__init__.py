"""The bytes of a raw trace, for every reader written in Python; `include/numscope/format.h` says each of them once.

Imports the standard library and what reads that header in C, so that a recorded process can read what it wrote.
"""

"""How recorded calls are made again, and written as source: what the probes' own modules for that build on.

Replay's workers import this folder, and `calling` of each probe, in interpreters where numscope is not installed: these
modules import each other by relative names, and beside that the standard library and NumPy only. The modules about
source (`*source.py`, `*text.py`, `written.py`, `recorded.py`) run in numscope's own process.
"""

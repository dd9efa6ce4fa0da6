"""How to see each library's operations: what `probe.py` calls a probe, one package a library.

A probe says how a library is hooked, what its operations mean and how a recorded call is written again; `registry.py`
knows all that there are. Probes touch private parts of their library and know nothing of traces, analysis and views.
"""

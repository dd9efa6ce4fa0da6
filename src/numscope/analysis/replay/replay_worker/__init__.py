"""Calls recorded NumPy operations again. Runs in any interpreter that has NumPy, without numscope.

A Python of another environment imports this folder, `probes/calling` and `calling` of each probe from numscope's
own folder, under another name than numscope: they import each other by relative names, and beside that the standard
library and NumPy only.
"""

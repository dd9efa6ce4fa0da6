"""Experiment trackers: the findings of a trace as a table, its report as an artifact, gradient norms as series.

Each tracker has a module with one function, `log`. Nothing here is imported by anything else of numscope.
"""

"""The pytest plug-in: records each test, and keeps and compares what happened inside it.

`plugin` has the options and fixtures, `recorder` records a single test and compares it with what was kept.
"""

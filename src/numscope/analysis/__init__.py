"""Answers about a trace: one folder a question, named as its command, and `concepts` for what they
share. `open_trace` is the trace that answers them all.
"""

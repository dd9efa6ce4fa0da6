"""`numscope replay`: recorded operations run again, in pieces and processes; `worker` is what runs
there, without numscope.
"""

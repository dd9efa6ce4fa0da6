"""An adapter of the Debug Adapter Protocol: an editor's breakpoints stop in functions that Numba compiled.

`channel` frames messages, `requests` finds the method of a request, `adapter` answers, `program` runs the debugger of
`compiled.numba.debugger`, `frames` keeps what a stop shows.
"""

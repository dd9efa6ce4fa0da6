"""A debugger for compiled functions: gdb underneath, Python's lines and values on top.

`session` (our process, with NumPy) starts gdb; `in_gdb` (gdb's own Python, standard library only) steers the
program and reads memory; `child` (the debugged process) compiles user functions so that gdb sees the truth.
They talk in JSON lines.
"""

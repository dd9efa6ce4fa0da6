"""Why a Numba function does not compile: watch the compiler, find the cause, say it in plain words."""

"""Is the compiled code right? Calls of compiled functions run again as Python and compared."""

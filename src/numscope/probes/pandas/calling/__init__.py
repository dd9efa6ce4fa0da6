"""How recorded calls of pandas are made again; imported where numscope may not be installed."""

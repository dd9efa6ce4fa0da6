"""How recorded calls are made again; imported where numscope may not be installed."""

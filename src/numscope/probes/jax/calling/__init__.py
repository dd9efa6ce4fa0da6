"""How recorded calls of JAX are made again, and written as source."""

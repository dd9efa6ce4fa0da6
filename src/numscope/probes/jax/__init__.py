"""JAX: its functions, the program's jitted ones, and what they are compiled to."""

"""What Numba compiled: types line by line, what each stage made of the code, and where the time went."""

"""What Numba made of a program, as text, pages and pictures."""

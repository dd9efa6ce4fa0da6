"""`numscope ls`: which operations are meant, and the first or last of them."""

"""pandas' probe."""

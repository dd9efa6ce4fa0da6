"""Recorded operations as tests: which of them, and the source text that calls each again."""

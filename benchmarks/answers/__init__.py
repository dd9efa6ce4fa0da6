"""Whole programs with a known answer, and what numscope answers first: see tests/answers/README.md."""

"""One module a question asked of a trace."""

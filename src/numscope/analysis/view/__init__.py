"""`numscope view`: pages of operations, searched and ordered in the trace's tables."""

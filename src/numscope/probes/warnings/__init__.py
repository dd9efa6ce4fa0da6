"""Python's warnings, as an operation each."""

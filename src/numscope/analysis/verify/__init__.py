"""Whether a trace is whole, and who recorded it."""

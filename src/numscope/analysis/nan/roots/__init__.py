"""What lies behind an origin: one module a cause, asked in the order of `roots`."""

"""Which change of a program is the cause: one module a kind of change, asked in the order of `verdict`."""

"""Plants one fault of a kind that `check-up` promises to find, by what the expressions of a program held."""

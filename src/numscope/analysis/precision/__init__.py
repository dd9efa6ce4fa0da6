"""What rounding did to a run: each operation again in higher precision, and how its data flow carries errors on."""

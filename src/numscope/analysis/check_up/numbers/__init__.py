"""What number types do to numbers: ranges, rounding, digits that cancel."""

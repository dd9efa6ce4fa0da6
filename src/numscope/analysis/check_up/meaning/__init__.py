"""Operands that do not mean what a function takes them for: units, orders, spacings, weights."""

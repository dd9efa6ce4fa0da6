"""What numscope costs, and whether anybody notices it: figures and comparisons that are run by hand."""

"""`numscope check`: which operations break a rule."""

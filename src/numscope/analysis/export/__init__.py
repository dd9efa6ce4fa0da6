"""`numscope export`: what other programs read, such as the nested spans of a timeline."""

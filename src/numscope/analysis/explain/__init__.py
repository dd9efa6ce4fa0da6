"""`numscope explain`: a program's operations as steps to be drawn, for pages and notebooks."""

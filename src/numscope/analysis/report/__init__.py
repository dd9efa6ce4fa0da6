"""`numscope report`: all that a page shows of a trace, gathered from the other questions."""

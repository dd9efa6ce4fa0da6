"""`numscope graph`: the data flow around an operation, folded as asked."""

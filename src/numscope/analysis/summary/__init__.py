"""`numscope summary`: what each layer of a model takes, returns, holds and costs."""

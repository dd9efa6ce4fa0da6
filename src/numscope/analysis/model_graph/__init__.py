"""`numscope graph --model`: the layers of a model, and the tensors between them."""

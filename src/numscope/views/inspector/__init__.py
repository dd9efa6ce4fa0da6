"""What the Inspector saw of a model, as pictures and in notebooks."""

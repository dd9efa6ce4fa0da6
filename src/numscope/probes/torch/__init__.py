"""How PyTorch's operators are seen."""

"""What compilers made of a program: bytecode, torch.compile, Numba."""

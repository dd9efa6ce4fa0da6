"""What torch.compile made of a program, as a page."""

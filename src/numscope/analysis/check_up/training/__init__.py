"""What is wrong with the training of a network."""

"""What is wrong with the samples that a model learns from and is tested with."""

"""What is wrong with memory, shapes, axes and places of arrays."""

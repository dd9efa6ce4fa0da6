"""What is known of single operations by their names, for advice in words: one module a library."""

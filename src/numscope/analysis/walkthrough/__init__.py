"""A recorded program told step by step: which line, which operation, and a picture of what it does with its arrays."""

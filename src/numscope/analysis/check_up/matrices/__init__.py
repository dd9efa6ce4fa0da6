"""What is wrong with matrices: not symmetric, not positive, singular."""

"""`numscope mock`: the plan by which recorded results take the places of operations."""

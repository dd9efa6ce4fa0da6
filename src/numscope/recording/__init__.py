"""What is kept of a running program: policy, sessions, processes."""

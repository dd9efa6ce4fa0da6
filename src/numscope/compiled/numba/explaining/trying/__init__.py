"""Try a change before it is shown: apply it, compile it in a child process, and compare it with Python."""

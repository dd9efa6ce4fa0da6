"""What runs inside gdb's Python: standard library and the `gdb` module only."""

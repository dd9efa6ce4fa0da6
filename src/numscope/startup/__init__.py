"""Starting with the interpreter: path hooks that do nothing unless asked."""

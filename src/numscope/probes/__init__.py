"""How to see each library's operations: one module or package a library."""

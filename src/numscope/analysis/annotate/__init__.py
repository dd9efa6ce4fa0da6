"""`numscope annotate`: what each line of the program's own files computed, and what that cost."""

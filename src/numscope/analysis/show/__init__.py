"""`numscope show`: one operation with what it ran inside of and what ran inside it."""

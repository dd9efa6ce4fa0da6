"""Plants one fault of numbers in a script: operators that rewrite a statement, and what the script then shows."""

"""NetworkX as numscope sees it: where graphs become arrays, and what computes with these."""

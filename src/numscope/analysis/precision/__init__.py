"""`numscope precision`: every operation again in higher precision, alone and along the data flow."""

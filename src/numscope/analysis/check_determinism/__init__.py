"""`numscope check-determinism`: what differs between runs of one program."""

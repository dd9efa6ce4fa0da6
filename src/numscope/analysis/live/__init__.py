"""`numscope live`: figures of a program that still runs, from its raw trace."""

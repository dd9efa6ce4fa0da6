"""The command line: one module a command, registered in `main`.

A command declares its arguments, asks `analysis` and gives the answer to `views`. What several commands share stands
in `reading` (opening traces), `policy_arguments` (options of a recording) and `program_words` (the program to run).
"""

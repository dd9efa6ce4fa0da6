"""`numscope ci`: what each line of a program gave, small enough to be kept beside the code, and compared with it.

`lines` takes it from a trace, `file` keeps it, `comparison` finds what differs.
"""

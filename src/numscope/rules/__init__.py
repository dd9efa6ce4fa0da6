"""The language of rules over operations, asked while a program runs and of its trace afterwards.

`language` reads a rule without evaluating Python; `facts` are what it may ask of an operation; `ready_made` are the
rules that have a name; `expected` and `origin_kind` say which non-finite values are meant and how such values begin.
"""

"""Starting with the interpreter: path hooks that do nothing unless asked.

`path/` holds the `sitecustomize` and `usercustomize` that the interpreter finds, `chain` then runs the program's own;
`switch` is the `.pth` file of `numscope enable`; `begin` waits with `hook` for the first library that has a probe;
`end_state` writes what `run --prove` compares.
"""

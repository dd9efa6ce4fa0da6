"""What is kept of a running program.

`policy` has the options and `sources` where they come from; `session` is the recording of one process, with its
forked children; `shard` is the folder that it writes; `judge` and `stop` are `--rule` and `--stop-on`; `reporting`
says to the user what went wrong. Runs in the recorded process, so it imports the standard library and the core only,
and names no library: those are known to `probes`.
"""

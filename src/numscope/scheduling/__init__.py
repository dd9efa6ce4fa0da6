"""Where the pieces of a question are computed: in this process, in others of this machine, or on a cluster."""

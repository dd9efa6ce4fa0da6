"""Beginning a recording in a process that runs already: what may be attached to, and how code gets there."""

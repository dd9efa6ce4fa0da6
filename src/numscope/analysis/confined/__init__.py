"""Questions that call what a stranger's trace names, answered by a confined process."""

"""What libraries compute while they are imported: constants and tables of their own, no work of the program's.

The recorder marks an operation if an import runs between the user's line and the operation. What a module of the user's
computes at its top level is the program's own work and not marked.
"""

from __future__ import annotations

from numscope.trace import Operation

# The same question in SQL, of any relation that has the columns of `calls`.
WHILE_IMPORTING = "importing"


def while_importing(operation: Operation) -> bool:
    """Return whether a library made this operation while it was imported, at the user's line or below it."""
    return operation.importing

"""What `numscope share` took out, and what its copy still holds."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.trace.sharing import PARTS, REMAINS, Shared
from numscope.views.values import short_size


def shared_view(shared: Shared) -> RenderableType:
    """Return both lists."""
    kept = [PARTS[part] for part in PARTS if part not in shared.removed]
    return Group(
        Text(
            f"{shared.path}, {short_size(shared.size)}. Read what remains before you pass it on.",
            style="bold",
        ),
        Text("taken out:"),
        *(Text(f"  {PARTS[part]}") for part in shared.removed),
        Text("remains:"),
        *(Text(f"  {words}") for words in (*kept, *REMAINS)),
    )

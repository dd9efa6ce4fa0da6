"""What the Inspector shows in a notebook."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Sequence


def table_html(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numeric: Collection[str], note: str
) -> str:
    """Return a table; cells of the columns in `numeric` are set flush right."""
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    sides = ["right" if column in numeric else "left" for column in columns]
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="text-align:{side}">{html.escape(cell)}</td>'
            for side, cell in zip(sides, row, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    below = paragraph(note) if note else ""
    return (
        f"<table><caption>{html.escape(title)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"
    )


def findings_html(findings: Iterable[tuple[str, str, str]], remarks: Iterable[str]) -> str:
    """Return a list of symptoms, each with what was measured and what helps, and remarks below it."""
    items = "".join(
        f"<li><b>{html.escape(symptom)}</b>: {html.escape(message)}"
        f"<br><i>What helps: {html.escape(advice)}</i></li>"
        for symptom, message, advice in findings
    )
    found = f"<ul>{items}</ul>" if items else paragraph("Nothing wrong with what was watched.")
    return found + "".join(map(paragraph, remarks))


def paragraph(text: str) -> str:
    """Return one paragraph."""
    return f"<p>{html.escape(text)}</p>"

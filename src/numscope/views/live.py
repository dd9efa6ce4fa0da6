"""A running program in the terminal: rates, what takes its time, its last operations, one of them in full."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import DataTable, Footer, Input, Label, Static

from numscope.analysis.live.rates import Running
from numscope.errors import NumscopeError
from numscope.trace.follower import Follower, News
from numscope.views.escapes import Visible, visible
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time

_LOOK_EVERY_S = 0.5


@dataclass(frozen=True)
class Watched:
    """What the view needs to know of a run.

    show: draws one operation in full, by process and number within it; slow, called in a thread. bytes_written: of
    the trace. memory: of the processes with these pids, in bytes; None if unknown. output: what the program has
    written so far, if that is known.
    """

    follower: Follower
    show: Callable[[int, int], RenderableType]
    bytes_written: Callable[[], int]
    memory: Callable[[tuple[int, ...]], int | None]
    output: Callable[[], str] | None = None


class LiveApp(App[None]):
    """Looks at a trace twice a second while its program writes it."""

    CSS = """
    #facts { height: 2; padding: 0 1; background: $panel; }
    #filter { display: none; }
    #filter.open { display: block; }
    .pane { height: 1fr; border: round $panel-lighten-2; }
    .pane:focus-within { border: round $accent; }
    #side { width: 1fr; display: none; }
    #side.open { display: block; }
    #lists { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "quit"),
        Binding("p", "pause", "pause"),
        Binding("slash", "filter", "filter"),
        Binding("o", "output", "output"),
        Binding("escape", "close", "close", show=False),
    ]

    def __init__(self, watched: Watched) -> None:
        super().__init__()
        self.watched = watched
        self.running_program = Running()
        self.paused = False
        self.filter_text = ""
        self._shows_output = False
        self._shown: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        """The facts on top, the two lists, and beside them what was asked for."""
        yield Label("waiting for operations ...", id="facts", markup=False)
        yield Input(placeholder="part of an operation's name or place", id="filter")
        with Horizontal():
            with Vertical(id="lists"):
                hot: DataTable[Text | str] = DataTable(id="hot", classes="pane", cursor_type="row")
                hot.border_title = "what takes the time"
                yield hot
                recent: DataTable[Text | str] = DataTable(id="recent", classes="pane", cursor_type="row")
                recent.border_title = "last operations - enter shows one"
                yield recent
            with VerticalScroll(id="side", classes="pane"):
                yield Static(id="detail", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to look."""
        self.title = str(self.watched.follower.path)
        self.query_one("#hot", DataTable).add_columns("operation", "calls", "self", "each", "NaN", "from")
        self.query_one("#recent", DataTable).add_columns("operation", "took", "", "from")
        self.query_one("#recent", DataTable).focus()
        self.set_interval(_LOOK_EVERY_S, self.look)
        self.look()

    @work(thread=True, exclusive=True, group="look")
    def look(self) -> None:
        """Read what is new, in a thread, and draw it."""
        if self.running_program.ended:
            return
        try:
            news = self.watched.follower.news()
        except NumscopeError as error:
            self.call_from_thread(self.exit, None, 3, str(error))
            return
        self.call_from_thread(self._take, news)

    def action_pause(self) -> None:
        """Hold the picture still; the program runs on, and what it does is counted."""
        self.paused = not self.paused
        self._draw()

    def action_filter(self) -> None:
        """Open the filter."""
        field = self.query_one("#filter", Input)
        field.add_class("open")
        field.focus()

    def action_output(self) -> None:
        """Show what the program has written, or put it away."""
        if self.watched.output is None:
            self.notify("the program writes to its own terminal", severity="warning")
            return
        self._shows_output = not self._shows_output
        self.query_one("#side").set_class(self._shows_output, "open")
        self._draw_output()

    def action_close(self) -> None:
        """Close what is open: the filter, an operation, the output."""
        self._shows_output = False
        self.query_one("#side").remove_class("open")
        self.query_one("#filter").remove_class("open")
        self.query_one("#recent").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter as it is typed."""
        self.filter_text = event.value
        self._draw_lists()

    def on_input_submitted(self) -> None:
        """Go back to the lists; the filter stays."""
        self.query_one("#recent").focus()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Show the operation of the row."""
        if event.data_table.id != "recent" or event.cursor_row >= len(self._shown):
            return
        self._shows_output = False
        self.query_one("#side").add_class("open")
        self.query_one("#detail", Static).update("reading the trace ...")
        self._show(*self._shown[event.cursor_row])

    @work(thread=True, exclusive=True, group="show")
    def _show(self, process: int, sequence: int) -> None:
        try:
            shown = self.watched.show(process, sequence)
        except NumscopeError as error:
            shown = Text(str(error), style="red")
        self.call_from_thread(self.query_one("#detail", Static).update, Visible(shown))

    def _take(self, news: News) -> None:
        self.running_program.add(news, time.monotonic())
        if not self.paused:
            self._draw()

    def _draw(self) -> None:
        try:
            self.query_one("#facts", Label).update(self._facts())
        except NoMatches:  # the last look came back when the screen was gone already
            return
        if not self.paused:
            self._draw_lists()
            self._draw_output()

    def _facts(self) -> Text:
        running = self.running_program
        memory = self.watched.memory(running.processes)
        state = "ended" if running.ended else "PAUSED" if self.paused else "running"
        parts = [
            f"{state}",
            f"{running.recorded:,} operations",
            f"{running.rate:,.0f} a second",
            f"{running.left_out:,} left out",
            f"trace {short_size(self.watched.bytes_written())}",
            "" if memory is None else f"memory {short_size(memory)}",
            f"{len(running.processes)} processes" if len(running.processes) > 1 else "",
        ]
        facts = Text("  ".join(part for part in parts if part), no_wrap=True, overflow="ellipsis")
        facts.stylize("bold green" if state == "running" else "bold yellow", 0, len(state))
        last = running.last_nonfinite
        if last is None:
            return facts + Text("\nno operation has made NaN or infinities", style="dim")
        ago = time.time() - last.time_ns / 1e9
        what = f"{visible(last.name)} at {visible(short_path(last.site))}"
        return facts + Text(
            f"\n{running.nonfinite:,} made NaN or infinities, the last {ago:.0f} s ago: {what}",
            style="bold red",
        )

    def _draw_lists(self) -> None:
        hot = self.query_one("#hot", DataTable)
        place = hot.cursor_coordinate
        hot.clear()
        for row in self.running_program.hottest(self.filter_text):
            hot.add_row(
                Text(visible(row.name)),
                Text(f"{row.calls:,}", justify="right"),
                Text(short_time(row.self_ns), justify="right"),
                Text(short_time(row.total_ns / row.calls), justify="right"),
                Text(f"{row.nonfinite:,}" if row.nonfinite else "", style="red", justify="right"),
                Text(visible(short_path(row.site))),
            )
        hot.cursor_coordinate = place
        recent = self.query_one("#recent", DataTable)
        place = recent.cursor_coordinate
        recent.clear()
        self._shown = []
        for ended in self.running_program.latest(self.filter_text):
            mark = "raised" if ended.exception else "NaN" if ended.made_nonfinite else ""
            recent.add_row(
                Text(visible(ended.name)),
                Text(short_time(ended.duration_ns), justify="right"),
                Text(mark, style="red"),
                Text(visible(short_path(ended.site))),
            )
            self._shown.append((ended.process, ended.sequence))
        recent.cursor_coordinate = place

    def _draw_output(self) -> None:
        if self._shows_output and self.watched.output is not None:
            self.query_one("#detail", Static).update(Text.from_ansi(self.watched.output()))
            self.query_one("#side", VerticalScroll).scroll_end(animate=False)


def written_bytes(trace: Path) -> int:
    """What the disk holds of a trace that is being written; files and folders that vanish meanwhile count nothing."""
    size = 0
    for folder, _, names in os.walk(trace):
        for name in names:
            with suppress(FileNotFoundError):
                fact = os.stat(os.path.join(folder, name))
                size += min(fact.st_size, fact.st_blocks * 512)
    return size

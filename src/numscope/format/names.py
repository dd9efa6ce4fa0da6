"""What the files and folders of a trace are called."""

from __future__ import annotations

MANIFEST = "manifest.json"
PROCESSES = "processes"  # a folder for each process, and for each further segment of one
TABLES_FOLDER = "tables"  # of a sealed trace
SOURCES = "sources"
FACTS = "process.json"  # who a process is, in its folder
PACK = "values.pack"

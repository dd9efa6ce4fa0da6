"""Finished answers made visible: terminal, JSON, pages, pictures, files of other programs.

A view is given an answer and returns something to print or writes to a file; it asks no trace. Everything that makes
HTML or SVG is here: `page/` has the head and style that all pages share, `report` and `explain` the built front end.
"""

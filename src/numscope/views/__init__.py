"""Finished answers made visible: terminal, files, pages."""

"""The trace on disk: format, reader, sealing, values."""

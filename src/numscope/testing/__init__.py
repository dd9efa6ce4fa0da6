"""The pytest plug-in: records each test, and keeps and compares what happened inside it."""

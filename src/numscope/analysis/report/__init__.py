"""What a report tells of a trace: the answers that exist already, and what only a report asks for."""

"""Other people's programs, rewritten without a change of their results, and with one fault put in."""

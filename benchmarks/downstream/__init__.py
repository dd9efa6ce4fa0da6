"""Other projects' own test suites, run plain and under recording, and compared test by test."""

"""`numscope testgen`: which operations can be tests of their own, and their source."""

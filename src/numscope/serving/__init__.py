"""Traces shown by a page of this machine's loopback: what `numscope view` serves."""

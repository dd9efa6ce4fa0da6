"""What happened when a program died of a signal in compiled code."""

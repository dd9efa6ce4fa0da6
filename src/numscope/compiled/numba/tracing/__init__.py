"""See every assignment inside compiled code, at full speed and without a debugger: probes in the IR, a native ring."""

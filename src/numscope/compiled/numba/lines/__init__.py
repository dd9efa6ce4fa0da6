"""Time by source line inside compiled functions, and which lines ran.

`sampling` notes where the processor is, `line_tables` reads which line that is out of the objects that `objects`
collects, `ran` marks lines that run, `answer` adds up.
"""

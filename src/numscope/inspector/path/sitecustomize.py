"""Stands in for sitecustomize: has the program's modules watched, then runs the sitecustomize that the user has."""

import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
_root = os.path.dirname(os.path.dirname(os.path.dirname(_here)))

# The program sees the sys.path that it would have had.
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != _here]
sys.path.insert(0, _root)
try:
    from numscope.inspector.startup import watch_this_process
    from numscope.startup.chain import begin_and_make_way
finally:
    sys.path.remove(_root)

watch_this_process()
begin_and_make_way("sitecustomize")

"""Small whole programs with a known fault, and healthy ones that look like them.

A faulty one is called `faulty_...`, and its line to blame ends with `# fault`. Modelled on public reports, named where
there is one; all code is our own.
"""

"""What several questions ask about: memory, lineage, elements, differences of arrays, operations on
objects, facts of an operation. Nothing here knows a question.
"""

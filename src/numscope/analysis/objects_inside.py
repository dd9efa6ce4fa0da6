"""Operations on objects that stand for arrays (a pandas.Series): what happens inside is all that can be looked into."""

from __future__ import annotations

# How deep such an operation may lie in others.
MOST_NESTED = 5

# Nodes of torch's backward graph and steps of its optimisers are no operations: what they call stands for them.
FRAMES = ("autograd::", "optim::")
_IN_FRAMES = "(starts_with(name, 'autograd::') or starts_with(name, 'optim::'))"
# Whether an operation of `stored.operations o join stored.calls c` is outermost, those nodes looked through.
STANDS = f"""(not {_IN_FRAMES} and (c.depth = 0 or o.parent in (
    select id from stored.operations where call in (select id from stored.calls where {_IN_FRAMES}))))"""

# Operations of which an argument is such an object: judge.c asks the object itself, a trace has its type's name only.
ON_OBJECTS = """
    select distinct operation from stored.operands where slot in (
        select id from stored.slots where kind = 'object' and role not in ('output', 'mutated', 'attribute')
            and type is not null and not starts_with(type, 'numpy') and not starts_with(type, 'builtins'))
    union
    -- Nodes of torch's backward graph and steps of its optimisers give nothing out: their operators do.
    select id from stored.operations where call in (
        select id from stored.calls where starts_with(name, 'autograd::') or starts_with(name, 'optim::'))
"""


def reached(outermost: str) -> str:
    """A query for the ids of the operations that the query `outermost` gives, and of those right inside them where
    they work on objects, and so on: everything that stands on its own.
    """
    levels = "\n".join(
        f", level{n} as (select inner_.id from operations inner_ join level{n - 1} outer_ on inner_.parent = outer_.id "
        "where outer_.id in (select operation from on_objects))"
        for n in range(1, MOST_NESTED)
    )
    union = " union ".join(f"select id from level{n}" for n in range(MOST_NESTED))
    return f"with on_objects as ({ON_OBJECTS}), level0 as ({outermost}) {levels} {union}"

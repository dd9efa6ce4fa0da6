"""Operations on objects that stand for arrays (a pandas.Series): what happens inside is all that can be looked into."""

from __future__ import annotations

# How deep such an operation may lie in others.
MOST_NESTED = 5


def reached(outermost: str, on_objects: str = "from opaque_operations") -> str:
    """A query for the ids of the operations that the query `outermost` gives, and of those right inside them where
    they work on objects, and so on: everything that stands on its own. on_objects: the query for those that do.
    """
    levels = "\n".join(
        f", level{n} as (select inner_.id from operations inner_ join level{n - 1} outer_ on inner_.parent = outer_.id "
        "where outer_.id in (select operation from on_objects))"
        for n in range(1, MOST_NESTED)
    )
    union = " union ".join(f"select id from level{n}" for n in range(MOST_NESTED))
    return f"with on_objects as materialized ({on_objects}), level0 as ({outermost}) {levels} {union}"

"""NetworkX' probe: conversions between graphs and arrays, and what computes with matrices."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.chosen import ChosenSurface
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

_CONVERTING = tuple(
    f"{verb}_{what}"
    for verb in ("to", "from")
    for what in ("numpy_array", "scipy_sparse_array", "pandas_adjacency", "pandas_edgelist")
)
_COMPUTING = (
    *(
        "*_matrix",
        "*_spectrum",
        "algebraic_connectivity",
        "fiedler_vector",
        "spectral_*",
        "pagerank",
        "google_matrix",
    ),
    *("hits", "*_centrality", "*_centrality_numpy", "*_layout", "attr_matrix", "attr_sparse_matrix"),
    *(
        "resistance_distance",
        "kemeny_constant",
        "effective_graph_resistance",
        "communicability*",
        "simrank_similarity",
    ),
    *(
        "estrada_index",
        "floyd_warshall_numpy",
        "non_randomness",
        "*_assortativity_coefficient",
        "degree_mixing_matrix",
    ),
)


class NetworkxProbe(Layer):
    """Watch where graphs become arrays, and the algorithms that compute with matrices."""

    library = "networkx"
    probe_version = 1
    title = "NetworkX"
    oldest = "3.0"
    tried = ("3.6",)
    facts_of: Mapping[str, Function] = dict.fromkeys(_CONVERTING, Function(traits=Trait.COPIES))
    describes: Mapping[str, str] = {"Graph": "numscope.probes.networkx.objects:graph"}

    def surface(self) -> Surface:
        """Return where the public API is: what converts and what computes with matrices."""
        from dataclasses import replace

        surface = self.surface_of(ChosenSurface)
        assert isinstance(surface, ChosenSurface)
        return replace(
            surface,
            chosen=(*_CONVERTING, *_COMPUTING),
            others="goes through the dictionaries of a graph: it computes with no arrays",
        )


PROBE = NetworkxProbe()

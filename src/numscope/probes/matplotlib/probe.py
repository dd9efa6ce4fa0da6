"""matplotlib's probe: it reads arrays, and what it was given to plot is an operation with these as operands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from numscope.operations.traits import Trait
from numscope.probes.layer.chosen import ChosenSurface
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

_PLOTS = (
    *(
        "plot",
        "scatter",
        "step",
        "stairs",
        "stem",
        "bar",
        "barh",
        "errorbar",
        "fill",
        "fill_between",
        "fill_betweenx",
    ),
    *(
        "loglog",
        "semilogx",
        "semilogy",
        "hist",
        "hist2d",
        "ecdf",
        "boxplot",
        "violinplot",
        "pie",
        "stackplot",
        "hexbin",
    ),
    *("imshow", "matshow", "spy", "figimage", "pcolor", "pcolormesh", "pcolorfast", "contour", "contourf"),
    *("tricontour", "tricontourf", "tripcolor", "triplot", "quiver", "barbs", "streamplot", "eventplot"),
    *(
        "acorr",
        "xcorr",
        "angle_spectrum",
        "magnitude_spectrum",
        "phase_spectrum",
        "psd",
        "csd",
        "cohere",
        "specgram",
    ),
    *("hlines", "vlines", "broken_barh", "imsave"),
)
_IN_SPACE = (
    *("plot", "scatter", "bar", "bar3d", "errorbar", "stem", "quiver", "voxels", "fill_between"),
    *("plot_surface", "plot_wireframe", "plot_trisurf"),
    *("contour", "contourf", "tricontour", "tricontourf"),
)


@dataclass(frozen=True)
class _Drawing(ChosenSurface):
    """What draws, in matplotlib and in the toolkits that it brings: Axes of three dimensions are in one of these."""

    def _owns(self, value: Any) -> bool:
        return super()._owns(value) or str(getattr(value, "__module__", "")).startswith("mpl_toolkits.")


class MatplotlibProbe(Layer):
    """Watch what draws data: methods of Axes, and their namesakes in pyplot."""

    library = "matplotlib"
    probe_version = 1
    oldest = "3.8"
    tried = ("3.11",)
    public = ("matplotlib.axes", "matplotlib.figure", "matplotlib.pyplot")
    handed_out: Mapping[str, str] = {"mpl_toolkits.mplot3d.axes3d:Axes3D": "Axes3D"}
    shorter: Mapping[str, str] = {"axes.Axes": "Axes", "figure.Figure": "Figure"}
    facts_of: Mapping[str, Function] = {
        "*Axes": Function(),
        "*Figure": Function(),
        "Axes3D": Function(),
        "*.[a-z]*": Function(traits=Trait.PLOTS),
    }
    describes: Mapping[str, str] = dict.fromkeys(
        ("Axes", "Axes3D"), "numscope.probes.matplotlib.objects:axes"
    )
    outside: Mapping[str, str] = {"*": "it draws a figure"}

    def surface(self) -> Surface:
        """Return where the public API is: what plots, and the classes that do."""
        chosen = (
            "Axes",
            "Figure",
            "Axes3D",
            *(f"{where}.{name}" for where in ("pyplot", "Axes", "Figure") for name in _PLOTS),
            *(f"Axes3D.{name}" for name in _IN_SPACE),
        )
        surface = self.surface_of(_Drawing)
        assert isinstance(surface, _Drawing)
        return replace(
            surface, chosen=chosen, others="says how a figure looks: it is given no arrays to plot"
        )


PROBE = MatplotlibProbe()

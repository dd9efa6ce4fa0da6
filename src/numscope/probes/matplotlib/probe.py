"""matplotlib's probe: it reads arrays, and what it was given to plot is an operation with these as operands."""

from __future__ import annotations

from collections.abc import Mapping

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


class MatplotlibProbe(Layer):
    """Watch what draws data: methods of Axes, and their namesakes in pyplot."""

    library = "matplotlib"
    probe_version = 1
    oldest = "3.8"
    tried = ("3.11",)
    public = ("matplotlib.axes", "matplotlib.figure", "matplotlib.pyplot")
    shorter: Mapping[str, str] = {"axes.Axes": "Axes", "figure.Figure": "Figure"}
    facts_of: Mapping[str, Function] = {
        "*Axes": Function(),
        "*Figure": Function(),
        "*.[a-z]*": Function(traits=Trait.PLOTS),
    }
    describes: Mapping[str, str] = {"Axes": "numscope.probes.matplotlib.objects:axes"}
    outside: Mapping[str, str] = {"*": "it draws a figure"}

    def surface(self) -> Surface:
        """Return where the public API is: what plots, and the classes that do."""
        from dataclasses import replace

        chosen = (
            "Axes",
            "Figure",
            *(f"{where}.{name}" for where in ("pyplot", "Axes", "Figure") for name in _PLOTS),
        )
        surface = self.surface_of(ChosenSurface)
        assert isinstance(surface, ChosenSurface)
        return replace(
            surface, chosen=chosen, others="says how a figure looks: it is given no arrays to plot"
        )


PROBE = MatplotlibProbe()

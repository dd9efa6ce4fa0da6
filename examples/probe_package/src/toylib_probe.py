"""How numscope sees toylib: installed beside it, and loaded only where a recorded program imports toylib."""

from numscope.probes.probe import Function, Parts, Probe


class ToylibProbe(Probe):
    """Every function of toylib that computes, and what its objects hold."""

    library = "toylib"
    probe_version = 1
    tried = ("0.1",)
    functions = {
        "log_ratio": Function(),
        "clip": Function(changes=0),
        "noise": Function(generator="_generator"),
        "Scaler.fit": Function(),
        "Scaler.fit_transform": Function(),
        "Scaler.transform": Function(),
    }
    objects = {"Scaler": Parts(("mean", "width"), make="Scaler")}


PROBE = ToylibProbe()

"""The Inspector: choose layers, run the model, ask what flowed through them."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from numscope.inspector.batch import Loss, loss_of, require_grad_mode, run_forward
from numscope.inspector.captured_data import CapturedData, captured_data
from numscope.inspector.captured_series import CapturedSeries
from numscope.inspector.diagnosis import diagnose
from numscope.inspector.exceptions import InspectionError
from numscope.inspector.finding import Diagnosis
from numscope.inspector.hooks import Session
from numscope.inspector.isolation import Gradients, isolate, run_uncompiled
from numscope.inspector.kinds import KINDS, NEED_BACKWARD, Kind, parse_kinds
from numscope.inspector.layer import Layer
from numscope.inspector.matching import LayerNames, describe_non_module, wrapped_in
from numscope.inspector.moments import as_dictionary
from numscope.inspector.recording import Recording
from numscope.inspector.restore import Restore
from numscope.inspector.series import Series, statistics_together
from numscope.inspector.streamed_series import StreamedSeries
from numscope.inspector.summary import Summary
from numscope.views.inspector.notebook import paragraph

if TYPE_CHECKING:
    import os

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Inspector:
    """Watches layers of `model`, and touches nothing until it is run.

    `run_inspection(batch)` keeps every tensor of one forward pass (and backward pass, if gradients are
    watched), and leaves the model as it was. `with inspector:` follows a training loop and keeps statistics.
    Either way a run replaces what an earlier one kept. Raises InspectionError if `model` is no nn.Module.
    """

    def __init__(self, model: nn.Module) -> None:
        if not isinstance(model, nn.Module):
            raise InspectionError(
                f"the model must be a torch.nn.Module, and this is {describe_non_module(model)}"
            )
        self.model = model
        self._names = LayerNames(model)
        self._watched: dict[str, set[Kind]] = {}
        self._recording: Recording | None = None
        self._restore = Restore()

    @property
    def layers(self) -> list[str]:
        """The names that can be watched."""
        return list(self._names)

    @property
    def watched(self) -> dict[str, tuple[Kind, ...]]:
        """The layers watched, in the model's order, and what is watched on each."""
        return {name: parse_kinds(self._watched[name]) for name in self._names if name in self._watched}

    def watch(
        self, pattern: str | Iterable[str] = "*", what: str | Iterable[str] = "activations"
    ) -> Inspector:
        """Watch the layers that match `pattern`, or any of several, from the next run on.

        `*` in a pattern matches any text, dots included. `what` is one or several of activations (outputs),
        gradients (of the outputs), inputs, weights and weight_gradients (of the layer's own parameters).
        Returns the Inspector. Raises LayerNotFoundError where a pattern matches nothing, InspectionError for
        an unknown `what` or weights of layers that have none.
        """
        kinds = parse_kinds(what)
        names = self._matched(pattern)
        if {"weights", "weight_gradients"} & set(kinds) and not any(map(self._has_parameters, names)):
            raise InspectionError(
                f"no layer matched by {', '.join(map(repr, _several(pattern)))} has parameters of its own: "
                "those of the layers inside it are watched by their names"
            )
        for name in names:
            self._watched.setdefault(name, set()).update(kinds)
        return self

    def unwatch(
        self, pattern: str | Iterable[str] = "*", what: str | Iterable[str] | None = None
    ) -> Inspector:
        """Watch the layers that match no more, from the next run on; with `what` only these kinds of them.

        What was seen of them stays. Returns the Inspector. Raises LayerNotFoundError where a pattern matches
        nothing, InspectionError for an unknown `what`.
        """
        kinds = parse_kinds(KINDS if what is None else what)
        for name in self._matched(pattern):
            self._watched.get(name, set()).difference_update(kinds)
        self._watched = {name: kept for name, kept in self._watched.items() if kept}
        return self

    def clear(self) -> Inspector:
        """Forget what was seen; what is watched stays watched. Returns the Inspector.

        Raises InspectionError inside `with inspector:`.
        """
        if self._restore.pending:
            raise InspectionError("this Inspector is running: leave its 'with' block before clear()")
        self._recording = None
        return self

    def _matched(self, pattern: str | Iterable[str]) -> list[str]:
        self._names = LayerNames(self.model)
        return [name for one in _several(pattern) for name in self._names.match(one)]

    def _has_parameters(self, name: str) -> bool:
        return next(self._names.module(name).parameters(recurse=False), None) is not None

    def run_inspection(self, batch: object, loss: Loss | None = None) -> Any:
        """Run the model once on `batch`, keep what is watched, and return the model's output.

        A tuple gives the positional arguments, a mapping the keyword arguments, anything else is the one
        argument. If gradients are watched, the backward pass starts from `loss(output)`, or without a loss
        from an output that is one number or has one called `loss`. Afterwards the model has no hooks, and its
        buffers, its gradients and the random generators are what they were. Layers compiled by torch.compile
        run uncompiled meanwhile, and of DistributedDataParallel the model inside runs, without communication.

        Raises ForwardError if the batch doesn't fit the model; InspectionError if nothing is watched, if this
        Inspector is running already, or if there is nothing to take gradients of.
        """
        backward = self._needs_backward()
        if backward:
            require_grad_mode()
        self._require_rest()
        try:
            try:
                session = self._put_hooks_on(CapturedSeries)
                gradients = isolate(self.model, batch, self._restore)
                output = run_forward(_entrance(self.model), self._names, batch)
                if backward:
                    self._run_backward(session, gradients, output, loss)
            finally:
                self._restore()
        finally:
            self._restore()
        return output

    def _needs_backward(self) -> bool:
        if not self._watched:
            raise InspectionError("nothing is watched: call inspector.watch('*') first")
        return any(kinds & NEED_BACKWARD for kinds in self._watched.values())

    def _run_backward(
        self, session: Session, gradients: Gradients, output: object, loss: Loss | None
    ) -> None:
        total = loss_of(output, loss)
        gradients.put_aside_reached(total)
        session.recomputing = True
        torch.autograd.backward(total)
        recording = self._seen
        for layer in recording.layers:
            if "weight_gradients" in self._watched[layer.name]:
                for name, parameter in self._names.module(layer.name).named_parameters(recurse=False):
                    if parameter.grad is not None:
                        recording.keep(layer, "weight_gradients", name, 0, parameter.grad)
        recording.unused_parameters = [
            f"{name}.{own}".lstrip(".")
            for name in self._names
            for own, parameter in self._names.module(name).named_parameters(recurse=False)
            if parameter.requires_grad and parameter.grad is None
        ]

    def __enter__(self) -> Inspector:
        self._needs_backward()
        self._require_rest()
        try:
            self._put_hooks_on(StreamedSeries)
        except BaseException:
            try:
                self._restore()
            finally:
                self._restore()
            raise
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._restore()
        finally:
            self._restore()

    def _require_rest(self) -> None:
        if self._restore.pending:
            raise InspectionError(
                "this Inspector is running already: leave its 'with' block or its run_inspection first, "
                "or use a second Inspector"
            )

    def _put_hooks_on(self, series_type: type[Series]) -> Session:
        """Have hooks on everything watched until what is changed is put back."""
        layers = [Layer.of(name, self._names.module(name)) for name in self.watched]
        self._recording = Recording(series_type, layers)
        session = Session(self._recording)
        self._restore.add(session.close)
        run_uncompiled(self._restore)
        session.attach_start(_entrance(self.model))
        for layer in layers:
            module, kinds = self._names.module(layer.name), self._watched[layer.name]
            session.attach(layer, module, kinds)
            if series_type is StreamedSeries and "weight_gradients" in kinds:
                session.attach_parameters(layer, module)
        return session

    @property
    def _seen(self) -> Recording:
        if self._recording is None:
            raise InspectionError(
                "nothing has been seen yet: call inspector.run_inspection(batch), or train inside 'with "
                "inspector:'"
            )
        return self._recording

    @property
    def captured_data(self) -> CapturedData:
        """The tensors the last `run_inspection` kept: `captured_data[layer][kind]` has one entry a call.

        Inside `with inspector:` no tensors are kept, only statistics.
        """
        return captured_data(self._names, self._seen)

    def get_statistics(self, layer: str) -> dict[str, dict[str, Any]]:
        """Return by kind the statistics of `layer`, over all calls together.

        The figures are those of `calculate_statistics`, and `calls`. Where a layer has several tensors of a
        kind (a tuple returned, weight and bias), the figures are of all together and `tensors` has each one's
        by place. In a streamed run `median` is NaN. A kind of which nothing was seen is missing. Raises
        LayerNotFoundError for an unknown layer, InspectionError for one that isn't watched.
        """
        return {kind: _statistics(several) for kind, several in self._seen.kinds(self._layer(layer)).items()}

    def get_history(self, layer: str) -> dict[str, list[dict[str, Any]]]:
        """Return by kind the statistics of `layer` step by step, each with the `step` it belongs to.

        A step is one forward pass of the model. After 2048 steps one entry covers 2 steps, then 4, and so on.
        """
        return {
            kind: [
                {"step": step, "place": series.place, **as_dictionary(moments)}
                for series in several
                for step, moments in series.entries()
            ]
            for kind, several in self._seen.kinds(self._layer(layer)).items()
        }

    def _layer(self, name: str) -> Layer:
        first = self._names.resolve(name)
        for layer in self._seen.layers:
            if layer.name == first:
                return layer
        raise InspectionError(
            f"layer {name!r} was not watched in the last run: inspector.watch({name!r}) first"
        )

    def summary(self, limit: int | None = None) -> Summary:
        """Return a table with one line for each layer and kind; terminals and notebooks show it."""
        recording = self._seen
        steps = f"{recording.step} forward pass" + ("es" if recording.step != 1 else "")
        title = f"{type(self.model).__name__}: {steps}"
        return Summary(title, recording.records(), recording.silent(), limit)

    def diagnose(self) -> Diagnosis:
        """Return what is wrong with what was seen, in words, with figures and what people do about it."""
        return diagnose(self._seen)

    def plot(
        self,
        layer: str,
        kind: str | Iterable[str] | None = None,
        *,
        bins: int = 60,
        ax: Axes | None = None,
        path: str | os.PathLike[str] | None = None,
    ) -> Figure:
        """Draw histograms of `layer`, one for each kind; of a streamed run, its statistics over the steps.

        kind: only this kind, or these. bins: of a histogram. ax: draw there, which takes one kind of one tensor.
        path: save the figure there, too; its ending says the format. Raises InspectionError where nothing of
        this was seen, or `ax` is given and there is more than one to draw.
        """
        from numscope.views.inspector.plots import draw_into, plot_layers

        kinds = parse_kinds(KINDS if kind is None else kind)
        layers = [self._layer(layer)]
        figure = (
            plot_layers(self._seen, layers, kinds, bins)
            if ax is None
            else draw_into(ax, self._seen.series(layers[0]), kinds, bins)
        )
        if path is not None:
            figure.savefig(path)
        return figure

    def plot_all(self, pattern: str = "*", limit: int = 24) -> Figure:
        """Draw what `plot` draws of the watched layers that match `pattern`, of `limit` at most."""
        from numscope.views.inspector.plots import plot_layers

        names = set(self._names.match(pattern))
        layers = [layer for layer in self._seen.layers if layer.name in names]
        return plot_layers(self._seen, layers, limit=limit)

    def __repr__(self) -> str:
        state = "running" if self._restore.pending else "ran" if self._recording else "not run"
        return f"<Inspector of {type(self.model).__name__}: {len(self._watched)} layers watched, {state}>"

    def __rich__(self) -> Any:
        return self.summary().__rich__() if self._recording else repr(self)

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_() if self._recording else paragraph(repr(self))


def _several(pattern: str | Iterable[str]) -> list[str]:
    return [pattern] if isinstance(pattern, str) else list(pattern)


def _entrance(model: nn.Module) -> nn.Module:
    """Return the module whose calls are the model's forward passes.

    Of DistributedDataParallel and compiled models the one inside: it is always called as a module, and
    calling it sends nothing to other processes. DataParallel calls copies of the one inside.
    """
    attribute = wrapped_in(model)
    if attribute is None or isinstance(model, nn.DataParallel):
        return model
    inner: nn.Module = getattr(model, attribute)
    return _entrance(inner)


def _statistics(several: list[Series]) -> dict[str, Any]:
    if len(several) == 1:
        return several[0].statistics()
    return {
        **statistics_together(several),
        "tensors": {series.place: series.statistics() for series in several},
    }

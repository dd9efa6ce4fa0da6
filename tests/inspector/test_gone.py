"""After any exit the model carries no hook of ours, and computes bit for bit what it would have computed."""

from __future__ import annotations

import copy
import io
import signal
import threading
import time

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from numscope.inspector import InspectionError, Inspector

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")


class BoomError(Exception):
    pass


class Normalised(nn.Module):
    """What has state of its own besides parameters: running statistics, and dropout's random numbers."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(6, 6)
        self.norm = nn.BatchNorm1d(6)
        self.dropout = nn.Dropout(0.5)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(self.dropout(self.norm(self.linear(x)).relu()))


def mean(output):
    return output.mean()


def train(model, steps, start=0):
    """Train in place and return the losses' bits."""
    optimizer = torch.optim.Adam(model.parameters())
    torch.manual_seed(start)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(torch.randn(4, 6)).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses)


def same_state(one, other):
    return all(
        torch.equal(a, b) for a, b in zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    )


def test_an_inspector_that_has_not_run_touches_nothing(mlp, hooks_on):
    Inspector(mlp).watch("*", what=EVERYTHING)
    assert hooks_on(mlp) == 0


def test_run_inspection_leaves_no_trace_in_model_gradients_or_random_numbers(hooks_on):
    model = Normalised()
    train(model, 2)
    gradients = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
    objects = {name: parameter.grad for name, parameter in model.named_parameters()}
    twin = copy.deepcopy(model)
    random_numbers = torch.get_rng_state()
    batch = torch.randn(4, 6, requires_grad=True)
    torch.set_rng_state(random_numbers)

    Inspector(model).watch("*", what=EVERYTHING).run_inspection(batch, loss=mean)

    assert hooks_on(model) == 0
    assert same_state(model, twin)
    assert batch.grad is None
    assert torch.equal(torch.get_rng_state(), random_numbers)
    for name, parameter in model.named_parameters():
        assert parameter.grad is objects[name]
        assert torch.equal(parameter.grad, gradients[name])
    assert torch.equal(train(model, 5), train(twin, 5))
    assert same_state(model, twin)


def test_training_inside_with_is_training_bit_for_bit(hooks_on):
    model = Normalised()
    twin = copy.deepcopy(model)
    with Inspector(model).watch("*", what=EVERYTHING):
        losses = train(model, 10)
    assert hooks_on(model) == 0
    assert torch.equal(losses, train(twin, 10))
    assert same_state(model, twin)


def test_a_loss_with_parameters_of_its_own_keeps_their_gradients(mlp):
    scale = torch.ones(1, requires_grad=True)
    Inspector(mlp).watch("*", what="gradients").run_inspection(
        torch.randn(3, 6), loss=lambda output: (output * scale).mean()
    )
    assert scale.grad is None


def fail_in_forward(model):
    model[2].forward = raising(BoomError())
    return mean


def fail_in_a_users_hook(model):
    model[2].register_forward_hook(raising(BoomError()))
    return mean


def interrupt_in_forward(model):
    model[2].forward = raising(KeyboardInterrupt())
    return mean


def exit_in_forward(model):
    model[2].forward = raising(SystemExit(3))
    return mean


def fail_in_backward(model):
    def with_failing_backward(output):
        output.register_hook(raising(BoomError()))
        return output.mean()

    return with_failing_backward


def fail_in_the_loss(model):
    return raising(BoomError())


def run(inspector, batch, loss, streamed):
    if not streamed:
        inspector.run_inspection(batch, loss=loss)
        return
    with inspector:
        loss(inspector.model(batch)).backward()


def raising(error):
    def fail(*arguments, **keywords):
        raise error

    return fail


FAILURES = [
    fail_in_forward,
    fail_in_a_users_hook,
    interrupt_in_forward,
    exit_in_forward,
    fail_in_backward,
    fail_in_the_loss,
]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.__name__)
@pytest.mark.parametrize("streamed", [False, True], ids=["run_inspection", "with"])
def test_a_failure_takes_the_hooks_along(mlp, hooks_on, failure, streamed):
    batch = torch.randn(3, 6)
    before = mlp(batch)
    loss = failure(mlp)
    users = hooks_on(mlp)
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    gradients = [parameter.grad for parameter in mlp.parameters()]
    with pytest.raises((BoomError, KeyboardInterrupt, SystemExit)):
        run(inspector, batch, loss, streamed)
    assert hooks_on(mlp) == users
    if not streamed:
        assert all(a is b for a, b in zip(gradients, (p.grad for p in mlp.parameters()), strict=True))
    vars(mlp[2]).pop("forward", None)
    mlp[2]._forward_hooks.clear()
    assert torch.equal(mlp(batch), before)
    inspector.run_inspection(batch, loss=mean)


def test_what_was_seen_before_a_failure_can_be_looked_at(mlp):
    fail_in_forward(mlp)
    inspector = Inspector(mlp).watch("*")
    with pytest.raises(BoomError):
        inspector.run_inspection(torch.randn(3, 6))
    assert set(inspector.captured_data) == {"0", "1"}


@pytest.fixture
def heard():
    """How many SIGINT the interpreter has heard of; each is KeyboardInterrupt here."""
    signals = []

    def interrupt(number, frame):
        signals.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    yield signals
    signal.signal(signal.SIGINT, before)


def test_control_c_at_any_moment_leaves_no_hook(mlp, hooks_on, heard):
    """A real signal, at moments spread over the run: between hooks, inside them, in torch."""
    batch = torch.randn(3, 6)
    before = mlp(batch)
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    inspector.run_inspection(batch, loss=mean)
    interrupted = 0
    for moment in range(40):
        timer = threading.Timer(moment * 1e-4, signal.raise_signal, [signal.SIGINT])
        try:
            timer.start()
            inspector.run_inspection(batch, loss=mean)
            # The timer's thread may end before the main thread hears of the signal. Outside of this it ends pytest.
            while len(heard) <= moment:
                time.sleep(0.001)
        except KeyboardInterrupt:
            interrupted += 1
        timer.join()
        assert hooks_on(mlp) == 0
        assert not any(parameter.grad is not None for parameter in mlp.parameters())
    assert interrupted
    assert torch.equal(mlp(batch), before)


@pytest.mark.parametrize("outer", ["run", "with"])
@pytest.mark.parametrize("inner", ["run", "with"])
def test_a_run_inside_a_run_is_refused_and_the_outer_one_goes_on(mlp, hooks_on, outer, inner):
    inspector = Inspector(mlp).watch("*")
    batch = torch.randn(3, 6)
    refused = []

    def try_again(*_):
        with pytest.raises(InspectionError, match="running already") as caught:
            run(inspector, batch, mean, inner == "with")
        refused.append(caught.value)

    users = mlp[1].register_forward_hook(try_again)
    if outer == "run":
        inspector.run_inspection(batch)
    else:
        with inspector:
            mlp(batch)
    users.remove()
    assert refused
    assert hooks_on(mlp) == 0
    assert inspector.get_statistics("4")["activations"]["calls"] == 1


def test_an_unhandled_run_inside_a_run_ends_both(mlp, hooks_on):
    inspector = Inspector(mlp).watch("*")
    batch = torch.randn(3, 6)
    users = mlp[1].register_forward_hook(lambda *_: inspector.run_inspection(batch) and None)
    with pytest.raises(InspectionError, match="running already"):
        inspector.run_inspection(batch)
    users.remove()
    assert hooks_on(mlp) == 0


def test_two_inspectors_may_run_inside_each_other(mlp, hooks_on):
    first, second = Inspector(mlp).watch("0"), Inspector(mlp).watch("4")
    with first, second:
        mlp(torch.randn(3, 6))
    assert hooks_on(mlp) == 0
    assert first.get_statistics("0")
    assert second.get_statistics("4")


def test_a_graph_that_outlives_the_run_keeps_nothing_awake(mlp):
    inspector = Inspector(mlp).watch("*", what="gradients")
    with inspector:
        output = mlp(torch.randn(3, 6)).mean()
    output.backward()
    assert inspector.get_statistics("0") == {}


def test_a_copy_made_while_watched_works_and_sees_nothing(mlp):
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    batch = torch.randn(3, 6)
    pickled = io.BytesIO()
    with inspector:
        twin = copy.deepcopy(mlp)
        torch.save(mlp, pickled)
        twin(batch).mean().backward()
    assert inspector.get_statistics("0") == {}
    pickled.seek(0)
    loaded = torch.load(pickled, weights_only=False)
    assert torch.equal(loaded(batch), mlp(batch))


def test_graphs_that_saved_a_buffer_can_still_be_used(hooks_on):
    model = Normalised().eval()
    batch = torch.randn(4, 6)
    loss = model(batch).mean()
    Inspector(model).watch("*", what="gradients").run_inspection(batch, loss=mean)
    loss.backward()
    assert hooks_on(model) == 0


def test_recording_keeps_no_tensor_of_the_program_alive(mlp):
    import gc
    import weakref

    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    with inspector:
        batch = torch.randn(3, 6)
        output = mlp(batch)
        output.mean().backward()
        dead = [weakref.ref(batch), weakref.ref(output)]
        del batch, output
        gc.collect()
        assert [reference() for reference in dead] == [None, None]


def test_gradients_are_still_taken_over_not_copied(mlp):
    """AccumulateGrad keeps the tensor it is given only if nobody else holds it: a held one costs a copy a step."""

    def addresses():
        seen = []
        handles = [
            p.register_hook(lambda gradient: seen.append(gradient.data_ptr())) for p in mlp.parameters()
        ]
        mlp.zero_grad()
        mlp(torch.randn(3, 6)).mean().backward()
        for handle in handles:
            handle.remove()
        return {parameter.grad.data_ptr() for parameter in mlp.parameters()} & set(seen)

    plain = len(addresses())
    with Inspector(mlp).watch("*", what=EVERYTHING):
        assert len(addresses()) == plain

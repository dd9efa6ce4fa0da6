"""Iterations that run away, and growth that is meant."""

import numpy as np


def faulty_descent_with_a_large_step():
    rng = np.random.default_rng(1)
    features = rng.normal(size=(50, 3))
    target = features @ np.array([1.0, -2.0, 0.5])
    weights = np.zeros(3)
    for _ in range(30):
        gradient = 2 * features.T @ (features @ weights - target) / 50
        weights = weights - 1.6 * gradient  # fault
    return weights


def faulty_heat_with_a_large_time_step():
    """AeroPython/PyFME#89: beyond the limit of the explicit scheme."""
    heat = np.zeros(40)
    heat[20] = 1.0
    for _ in range(40):
        new = heat.copy()
        new[1:-1] = heat[1:-1] + 0.9 * (heat[2:] - 2 * heat[1:-1] + heat[:-2])  # fault
        heat = new
    return heat


def faulty_power_iteration_without_norm():
    rng = np.random.default_rng(2)
    matrix = rng.uniform(size=(6, 6))
    vector = np.ones(6)
    for _ in range(60):
        vector = matrix @ vector  # fault
    return vector


def faulty_stiff_decay():
    amount = np.array([1.0, 0.5])
    rate = np.array([50.0, 1.0])
    for _ in range(25):
        amount = amount - 0.1 * rate * amount  # fault
    return amount


def faulty_rate_of_a_descent():
    rng = np.random.default_rng(7)
    features = rng.normal(size=(50, 3))
    weights, target = np.zeros(3), features @ np.array([1.0, -2.0, 0.5])
    rate = 1.6  # fault
    for _ in range(30):
        weights = weights - rate * (2 * features.T @ (features @ weights - target) / 50)
    return weights


class _Wave:
    """A ring of cells, each of which hands a part of what is in it on to both neighbours."""

    def __init__(self, cells, share):
        self.share = share
        self.heat = np.zeros(cells)
        self.heat[cells // 2] = 1.0

    def step(self):
        around = np.roll(self.heat, 1) + np.roll(self.heat, -1) - 2 * self.heat
        self.heat = self.share * around + self.heat


def faulty_share_of_a_ring_of_cells():
    ring = _Wave(30, share=0.8)  # fault
    for _ in range(60):
        ring.step()
    return ring.heat


def faulty_scores_that_a_network_passes_on():
    """The sum 1 + f A s has an end only where f is below 1 / the largest eigenvalue of A."""
    links = (np.random.default_rng(8).uniform(size=(40, 40)) < 0.3).astype(float)
    damping = 1.5 / links.sum(axis=1).min()  # fault
    score = np.zeros(40)
    for _ in range(90):
        score = damping * (links @ score) + 1.0
    return score / score.sum()


def healthy_scores_that_a_network_damps():
    links = (np.random.default_rng(8).uniform(size=(40, 40)) < 0.3).astype(float)
    damping = 0.9 / links.sum(axis=1).max()
    score = np.zeros(40)
    for _ in range(90):
        score = damping * (links @ score) + 1.0
    return score / score.sum()


def _blocks(seed):
    """Blocks of a signal whose strength comes and goes, each with what a filter of five taps makes of it."""
    rng = np.random.default_rng(seed)
    taps = np.array([0.5, -0.3, 0.2, 0.1, -0.1])
    for block in range(40):
        rows = rng.normal(size=(20, 5)) * (0.4 if block % 4 else 2.5)
        yield rows, rows @ taps + 0.01 * rng.normal(size=20)


def _learned(seed, step):
    taps = np.zeros(5)
    for rows, heard in _blocks(seed):
        rest = heard - rows @ taps
        taps = taps + step * rows.T @ rest
    return taps


def faulty_echo_of_loud_blocks():
    """Only loud blocks are above the limit: no steady growth."""
    return _learned(3, 0.04321)  # fault


def faulty_weights_of_drawn_rows():
    """The step is divided by the number of rows, so that no line writes it as it is."""
    taps = np.zeros(5)
    for rows, heard in _blocks(4):
        error = rows @ taps - heard
        taps = taps - (0.9 / len(rows)) * (rows.T @ error)  # fault
    return taps


def healthy_echo_with_a_small_step():
    return _learned(3, 0.002)


def healthy_loud_block_now_and_then():
    """Few steps are above the limit, and what is left falls all the same."""
    return _learned(5, 0.012)


def healthy_growing_savings():
    money = np.full(4, 1000.0)
    for _ in range(40):
        money = money + money * np.array([0.01, 0.05, 0.1, 0.2])
    return money


def healthy_powers_of_ten():
    grid, power = np.array([1.0, 2.0, 10.0]), np.ones(3)
    rows = []
    for _ in range(20):
        power = power * grid
        rows.append(power)
    return np.array(rows)


def healthy_doubling_bacteria():
    cells = np.full(3, 10.0)
    for _ in range(30):
        cells = cells + cells
    return np.log(cells)


def healthy_converging_descent():
    rng = np.random.default_rng(3)
    features = rng.normal(size=(50, 3))
    target = features @ np.array([1.0, -2.0, 0.5])
    weights = np.zeros(3)
    for _ in range(60):
        weights = weights - 0.3 * features.T @ (features @ weights - target) / 50
    return weights


def healthy_running_total():
    total = np.zeros(5)
    for number in range(200):
        total = total + number
    return total


def healthy_terms_of_a_series():
    x, term, total = np.array([1.0, 10.0, 25.0]), np.ones(3), np.ones(3)
    for number in range(1, 80):
        term = term * x / number
        total = total + term
    return total


def healthy_swing_from_rest():
    position, speed = np.array([1e-3, 0.0]), np.zeros(2)
    out = []
    for _ in range(100):
        speed = speed - 0.1 * np.sin(position) + 0.05
        position = position + 0.1 * speed
        out.append(position)
    return np.array(out)


def _layers():
    return np.repeat([1.0, 2.0, 1.2], 20)


def _heated(step, count=180):
    """Heat one end more and more; the grid behind it is where a step that is too large shows first."""
    speed, state = _layers(), np.full(61, 20.0)
    for turn in range(count):
        flow = speed * np.diff(state)
        state[1:-1] += step * np.diff(flow)
        state[0] = 20.0 + 2e3 * turn
    return state


def faulty_step_of_the_mean_of_layers():
    step = 0.8 / (2 * _layers().mean())  # fault
    state, speed = np.full(61, 20.0), _layers()
    for turn in range(180):
        flow = speed * np.diff(state)
        state[1:-1] += step * np.diff(flow)
        state[0] = 20.0 + 2e3 * turn
    return state


def _whole_step():
    return 0.8 / (2 * _layers().mean())  # fault


def faulty_step_that_a_function_chooses():
    whole = _whole_step()
    state = np.full(61, 20.0)
    for turn in range(180):
        part = min(whole, 1e6 - turn)
        after = state.copy()
        after[1:-1] = state[1:-1] + part * np.diff(_layers() * np.diff(state))
        after[0] = 20.0 + 2e3 * turn
        state = after
    return state


def healthy_step_of_the_fastest_layer():
    return _heated(0.8 / (2 * _layers().max()))


def healthy_neighbours_that_smooth_out():
    state = 20.0 + (-1.0) ** np.arange(40)
    for _ in range(60):
        state[1:-1] += 0.2 * np.diff(state, 2)
    return state


def healthy_weights_that_learn_a_saw_tooth():
    wanted, weights = 50 * (-1.0) ** np.arange(30), np.zeros(30)
    for _ in range(80):
        weights += 0.1 * (wanted - weights)
    return weights


def faulty_wall_just_above_its_limit():
    """0.52 of D dt / dx**2: 60 steps make 100 of a saw-tooth that began as the last degree at the edge."""
    rate, width = 6e-7, 0.01
    dt = 0.52 * width**2 / rate  # fault
    wall = np.full(25, 19.0)
    wall[0], wall[-1] = 20.0, -8.0
    for _ in range(60):
        wall[1:-1] = wall[1:-1] + rate * dt / width**2 * (wall[2:] - 2 * wall[1:-1] + wall[:-2])
    return wall[12]


def faulty_flow_by_central_differences():
    """Forward in time, central in space: each wave but the longest grows, however small the step."""
    state = np.exp(-(np.linspace(-3, 3, 61) ** 2))
    for _ in range(120):
        state = state - 0.15 * (np.roll(state, -1) - np.roll(state, 1))  # fault
    return state.max()


def faulty_ring_with_weights_of_its_own():
    state = np.exp(-(np.linspace(-3, 3, 41) ** 2))
    for _ in range(80):
        state = -0.06 * state + 0.53 * (np.roll(state, 1) + np.roll(state, -1))  # fault
    return state.max()


def healthy_schemes_within_their_limits():
    """Heat, flow upwind, Lax and Wendroff's scheme, and a wave in two old states."""
    start = np.exp(-(np.linspace(-3, 3, 61) ** 2))
    heat, upwind, lax = start, start, start
    wave, before = start, start
    for _ in range(100):
        heat = heat + 0.45 * (np.roll(heat, 1) - 2 * heat + np.roll(heat, -1))
        upwind = upwind - 0.9 * (upwind - np.roll(upwind, 1))
        left, right = np.roll(lax, 1), np.roll(lax, -1)
        lax = lax - 0.4 * (right - left) + 0.32 * (right - 2 * lax + left)
        wave, before = 2 * wave - before + 0.8 * (np.roll(wave, 1) - 2 * wave + np.roll(wave, -1)), wave
    return heat, upwind, lax, wave


def healthy_heat_with_a_source():
    """What grows is the mean, and no wave by more."""
    state = np.exp(-(np.linspace(-3, 3, 61) ** 2))
    for _ in range(100):
        state = state + 0.2 * (np.roll(state, 1) - 2 * state + np.roll(state, -1)) + 0.05 * state
    return state


def healthy_stages_of_runge_and_kutta():
    """A stage by itself amplifies waves, the step that the stages make together does not."""
    state = np.exp(-(np.linspace(-3, 3, 61) ** 2))
    for _ in range(100):
        first = -(np.roll(state, -1) - np.roll(state, 1)) / 2
        half = state + 0.6 * first
        second = -(np.roll(half, -1) - np.roll(half, 1)) / 2
        half = state + 0.6 * second
        third = -(np.roll(half, -1) - np.roll(half, 1)) / 2
        whole = state + 1.2 * third
        fourth = -(np.roll(whole, -1) - np.roll(whole, 1)) / 2
        state = state + 0.2 * (first + 2 * second + 2 * third + fourth)
    return state


def faulty_swing_of_old_values():
    angle, speed, step = 0.2, 0.0, 0.02
    for _ in range(2000):
        new = angle + step * speed
        speed = speed - step * 4.0 * np.sin(angle)  # fault
        angle = new
    return angle


def faulty_orbit_of_old_values():
    place, speed, dt = np.array([1.0, 0.0]), np.array([0.0, 1.0]), 0.01
    for _ in range(2500):
        pull = -place / np.linalg.norm(place) ** 3
        place = place + dt * speed
        speed = speed + dt * pull  # fault
    return place


def healthy_swings():
    """Moved by the new speed, by the new place, with friction, and by half steps."""
    h, ends = 0.02, []
    angle, speed = np.float64(0.2), np.float64(0.0)
    for _ in range(500):
        speed = speed - h * 4.0 * np.sin(angle)
        angle = angle + h * speed
    ends.append(angle)
    angle, speed = np.float64(0.2), np.float64(0.0)
    for _ in range(500):
        angle = angle + h * speed
        speed = speed - h * 4.0 * np.sin(angle)
    ends.append(angle)
    angle, speed = np.float64(0.2), np.float64(0.0)
    for _ in range(500):
        angle, speed = angle + h * speed, speed - h * (4.0 * np.sin(angle) + 0.5 * speed)
    ends.append(angle)
    angle, speed = np.float64(0.2), np.float64(0.0)
    for _ in range(500):
        half = speed - h / 2 * 4.0 * np.sin(angle)
        angle = angle + h * half
        speed = half - h / 2 * 4.0 * np.sin(angle)
    return [*ends, angle]

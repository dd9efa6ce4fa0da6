"""Smooth the positions of a drifting ocean buoy with a constant-velocity Kalman filter.

Reports the filtered end position and the log-likelihood used to tune the process noise.
Symptom: the log-likelihood is nan for every process noise, so no setting can be chosen.
Culprit: the innovation variance is computed as H P H' - R with a minus sign, which becomes negative, and its log is
nan.
Report: none
"""

import numpy as np

DT = 0.5  # hours between fixes
GPS_SD = 0.12  # km


def simulate(n=120, seed=4):
    rng = np.random.default_rng(seed)
    speed = 0.9 + np.cumsum(rng.normal(0, 0.03, n))
    track = np.cumsum(speed * DT)
    return track + rng.normal(0, GPS_SD, n), track


def transition(q):
    F = np.array([[1.0, DT], [0.0, 1.0]])
    Q = q * np.array([[DT**3 / 3, DT**2 / 2], [DT**2 / 2, DT]])
    return F, Q


def kalman(z, q, r=GPS_SD**2):
    F, Q = transition(q)
    H = np.array([1.0, 0.0])
    x = np.array([z[0], 0.0])
    P = np.diag([r, 1.0])
    loglik = 0.0
    filtered = [x.copy()]
    for obs in z[1:]:
        x = F @ x
        P = F @ P @ F.T + Q
        nu = obs - H @ x
        s = H @ P @ H - r  # culprit
        gain = P @ H / s
        x = x + gain * nu
        P = P - np.outer(gain, H @ P)
        loglik += -0.5 * (np.log(2 * np.pi * s) + nu**2 / s)
        filtered.append(x.copy())
    return np.array(filtered), loglik


def main():
    z, truth = simulate()
    print(f"{len(z)} fixes over {len(z) * DT:.0f} hours")
    scores = {}
    for q in (1e-4, 1e-3, 1e-2, 1e-1):
        filtered, loglik = kalman(z, q)
        scores[q] = loglik
        rmse = np.sqrt(np.mean((filtered[:, 0] - truth) ** 2))
        print(f"q = {q:<7g} log-likelihood = {loglik:10.3f}   rmse = {rmse:.3f} km")
    best = max(scores, key=scores.get)
    print("best process noise:", best, "with score", scores[best])


if __name__ == "__main__":
    main()

"""Two-pool kinetics of espresso extraction: solves the rate equations, fits them to
refractometer readings and prints the recommended shot time."""

import numpy as np
from scipy.integrate import odeint
from scipy.optimize import fmin

rng = np.random.default_rng(6)
tt = np.array([0, 4, 8, 12, 16, 20, 25, 30, 36, 44.0])


def deriv(y, t, kf, ks):
    fast = y[0]
    slow = y[1]
    return [-kf * fast, -ks * slow]


def model(p, t):
    kf = p[0]
    ks = p[1]
    share = p[2]
    y = odeint(deriv, [share, 1 - share], t, args=(kf, ks), rtol=1e-10, atol=1e-12)
    return 26.0 * (1 - y[:, 0] - y[:, 1])


obs = model([0.21, 0.018, 0.55], tt) + rng.normal(0, 0.12, len(tt))


def cost(p):
    m = model(p, tt)
    s = 0.0
    for i in range(len(tt)):
        s = s + (m[i] - obs[i]) ** 2
    return s


best = fmin(cost, [0.15, 0.03, 0.5], xtol=1e-9, ftol=1e-12, maxiter=4000, maxfun=8000, disp=False)
print("fast rate %.4f 1/s, slow rate %.4f 1/s, fast share %.4f" % (best[0], best[1], best[2]))
print("rms of the residuals %.4f %%" % np.sqrt(cost(best) / len(tt)))

fine = np.arange(0, 60.01, 0.05)
y = model(best, fine)
i = 0
while y[i] < 19.0:
    i += 1
print("19 %% yield reached after %.2f s" % fine[i])
print("yield at 25 s: %.3f %%, at 40 s: %.3f %%" % (y[500], y[800]))

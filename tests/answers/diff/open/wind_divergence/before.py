"""Mean low-level divergence of a retrieved wind field on a (z, y, x) grid."""

import numpy as np

DX, DY, DZ = 1000.0, 500.0, 250.0


def wind_field(seed=51, nz=8, ny=24, nx=30):
    rng = np.random.default_rng(seed)
    z = np.arange(nz) * DZ
    y = np.arange(ny) * DY
    x = np.arange(nx) * DX
    zz, yy, xx = np.meshgrid(z, y, x, indexing="ij")
    u = 6 + 4e-4 * xx + 2 * np.sin(2 * np.pi * yy / 9000) + 0.002 * zz
    v = -2 + 9e-4 * yy + 3 * np.cos(2 * np.pi * xx / 15000)
    noise = rng.normal(0, 0.05, (2,) + u.shape)
    return u + noise[0], v + noise[1]


def derivative_x(field):
    out = np.zeros_like(field)
    nz, ny, nx = field.shape
    for k in range(nz):
        for j in range(ny):
            for i in range(1, nx - 1):
                out[k, j, i] = (field[k, j, i + 1] - field[k, j, i - 1]) / (2 * DX)
    return out


def derivative_y(field):
    out = np.zeros_like(field)
    nz, ny, nx = field.shape
    for k in range(nz):
        for j in range(1, ny - 1):
            for i in range(nx):
                out[k, j, i] = (field[k, j + 1, i] - field[k, j - 1, i]) / (2 * DY)
    return out


def interior(field):
    return field[:, 1:-1, 1:-1]


u, v = wind_field()
divergence = interior(derivative_x(u) + derivative_y(v))
vorticity = interior(derivative_x(v) - derivative_y(u))
print("mean wind: %.2f %.2f m/s" % (u.mean(), v.mean()))
print("vorticity spread: %.3e 1/s" % vorticity.std())
print("divergence spread: %.3e 1/s" % divergence.std())
print("mean divergence: %.4e 1/s" % divergence.mean())

"""Where the tip of a gripper ends up for a list of roll-pitch-yaw commands (moving axes)."""

import numpy as np

TIP = np.array([0.08, 0.02, 0.31])
BASE = np.array([0.40, -0.10, 0.55])


def commands(seed=81, n=12):
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(-60, 60, n), rng.uniform(-40, 40, n), rng.uniform(-90, 90, n)])


def rot_x(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rot_y(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rot_z(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def tip_position(command):
    a, b, c = np.deg2rad(command)
    return BASE + rot_x(a) @ rot_y(b) @ rot_z(c) @ TIP


def main():
    tips = []
    for command in commands():
        tips.append(tip_position(command))
    tips = np.array(tips)
    print("first tip:", tips[0].round(4))
    print("reach: %.4f m" % np.linalg.norm(tips - BASE, axis=1).mean())
    travel = np.linalg.norm(np.diff(tips, axis=0), axis=1).sum()
    print("lowest tip: %.4f m" % tips[:, 2].min())
    print("tip travel: %.4f m" % travel)


main()

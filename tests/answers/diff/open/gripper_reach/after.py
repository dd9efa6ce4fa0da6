"""Where the tip of a gripper ends up for a list of roll-pitch-yaw commands (moving axes).

Symptom: The last number is another one.
Culprit: Hand-written Rx@Ry@Rz to Rotation.from_euler('xyz'), extrinsic instead of intrinsic (2.657 -> 3.278 m).
Report: scipy/scipy#14975
"""

import numpy as np
from scipy.spatial.transform import Rotation


class Gripper:
    def __init__(self, base, tip):
        self.base = np.asarray(base)
        self.tip = np.asarray(tip)

    def orientation(self, commands_deg):
        return Rotation.from_euler("xyz", commands_deg, degrees=True)  # culprit

    def tips(self, commands_deg):
        return self.base + self.orientation(commands_deg).apply(self.tip)

    def reach(self, tips):
        return np.linalg.norm(tips - self.base, axis=1)


def commands(seed=81, n=12):
    rng = np.random.default_rng(seed)
    limits = (60, 40, 90)
    return np.column_stack([rng.uniform(-lim, lim, n) for lim in limits])


def travel(tips):
    return np.linalg.norm(np.diff(tips, axis=0), axis=1).sum()


def main():
    gripper = Gripper(base=[0.40, -0.10, 0.55], tip=[0.08, 0.02, 0.31])
    tips = gripper.tips(commands())
    print("first tip:", tips[0].round(4))
    print("reach: %.4f m" % gripper.reach(tips).mean())
    print("lowest tip: %.4f m" % tips[:, 2].min())
    print("tip travel: %.4f m" % travel(tips))


if __name__ == "__main__":
    main()

"""Simulate the temperature of a stone oven under a PID controller.

Prints overshoot, settling time and the energy used for one baking day.

Symptom: overshoot and energy are nan (temperature overflows to inf, then inf - inf)
Culprit: LOSS is 38000 W/K where the oven loses 38 W/K (1000 times too much), so STEP*LOSS/(840*310) is 4.4 > 2 and each explicit step multiplies the temperature by -3.4 until inf - inf.
Report: none
"""

import numpy as np

HEAT_CAPACITY = 840.0  # J/(kg K)
STONE_MASS = 310.0  # kg
LOSS = 38000.0  # culprit
AMBIENT = 21.0
STEP = 30.0  # s


class Pid:
    def __init__(self, kp, ki, kd, limit):
        self.kp, self.ki, self.kd, self.limit = kp, ki, kd, limit
        self.total = 0.0
        self.last = None

    def power(self, error):
        self.total = np.clip(self.total + error * STEP, -4e5, 4e5)
        slope = 0.0 if self.last is None else (error - self.last) / STEP
        self.last = error
        raw = self.kp * error + self.ki * self.total + self.kd * slope
        return float(np.clip(raw, 0.0, self.limit))


def bake_day(hours):
    steps = int(hours * 3600 / STEP)
    temp = np.empty(steps + 1)
    used = np.zeros(steps)
    temp[0] = AMBIENT
    pid = Pid(kp=220.0, ki=0.02, kd=900.0, limit=24000.0)
    for i in range(steps):
        hour = i * STEP / 3600.0
        target = 240.0 if hour < 6.0 else 180.0
        used[i] = pid.power(target - temp[i])
        flow = used[i] - LOSS * (temp[i] - AMBIENT)
        temp[i + 1] = temp[i] + STEP * flow / (HEAT_CAPACITY * STONE_MASS)
    return temp, used


def main():
    with np.errstate(all="ignore"):
        temp, used = bake_day(hours=14.0)
        first = temp[: int(6 * 3600 / STEP)]
        print("overshoot [K]:", np.round(first.max() - 240.0, 2))
        print("last temperature [C]:", np.round(temp[-1], 2))
        print("energy [kWh]:", np.round(used.sum() * STEP / 3.6e6, 2))


if __name__ == "__main__":
    main()

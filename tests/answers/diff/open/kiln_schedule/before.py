"""Energy and duration of a glaze firing.

Steps through the ramps and holds of a schedule minute by minute; prints the hours
above 1000 degC, the total time and the energy.

Culprit: none: equal
"""


class Kiln:
    def __init__(self, loss_w_per_k=9.0, heat_j_per_k=95000.0, room=20.0):
        self.loss = loss_w_per_k
        self.heat = heat_j_per_k
        self.room = room
        self.temperature = room
        self.minutes = 0
        self.hot = 0
        self.energy = 0.0

    def minute(self, target):
        rise = target - self.temperature
        power = self.heat * rise / 60.0 + self.loss * (self.temperature - self.room)
        if power > 0:
            self.energy += power * 60.0
        self.temperature = target
        self.minutes += 1
        if target > 1000.0:
            self.hot += 1

    def ramp(self, rate_per_h, end):
        start = self.temperature
        steps = int(round(abs(end - start) / rate_per_h * 60))
        for i in range(1, steps + 1):
            self.minute(start + (end - start) * i / steps)

    def hold(self, minutes):
        for _ in range(minutes):
            self.minute(self.temperature)


kiln = Kiln()
kiln.ramp(100, 600)
kiln.ramp(180, 1240)
kiln.hold(25)
kiln.ramp(120, 800)
print(f"duration {kiln.minutes / 60:.3f} h, above 1000 degC {kiln.hot / 60:.3f} h")
print(f"energy {kiln.energy / 3.6e6:.4f} kWh, end {kiln.temperature:.1f} degC")

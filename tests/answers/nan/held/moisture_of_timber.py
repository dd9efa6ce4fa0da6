"""Decide which stacks of timber may leave the drying yard.

Two crews measure the moisture of boards with a probe and type the readings into a sheet. A reading may be missing
("-") when the probe was broken; those are left out. A stack may leave when its mean moisture, weighted by the volume
of its boards, is below 18 percent.

Symptom: the weighted moisture of the stacks measured by the second crew is nan, so none of them may leave
Culprit: to_numeric turns readings with a decimal comma ("17,4") into NaN, after the gaps were dropped
Report: none
"""

import io

import numpy as np
import pandas as pd

LIMIT = 18.0
BOARDS_A_STACK = 12


def sheet_of_crew(rng, crew, stacks, decimal):
    """Return the lines that a crew typed, one a board."""
    lines = []
    for stack in stacks:
        level = rng.uniform(14.0, 21.0)
        for board in range(BOARDS_A_STACK):
            volume = rng.uniform(0.02, 0.09)
            reading = "-" if rng.random() < 0.1 else f"{level + rng.normal(0, 1.2):.1f}".replace(".", decimal)
            lines.append(f"{stack};{board};{crew};{volume:.4f};{reading}")
    return lines


def read_sheet(text):
    """Return the sheet as a table, readings still as they were typed."""
    columns = ["stack", "board", "crew", "volume", "reading"]
    return pd.read_csv(io.StringIO(text), sep=";", names=columns, dtype={"reading": str}, na_values=["-"])


def readings_as_numbers(sheet):
    """Return the boards that have a reading, with the moisture in percent."""
    measured = sheet.dropna(subset=["reading"]).copy()
    measured["moisture"] = pd.to_numeric(measured["reading"], errors="coerce")  # culprit
    return measured


def stack_moisture(boards):
    """Return the mean moisture of a stack's boards, weighted by their volume."""
    return np.average(boards["moisture"].to_numpy(), weights=boards["volume"].to_numpy())


def main():
    """Read both sheets and print the list for the gate."""
    rng = np.random.default_rng(7)
    lines = sheet_of_crew(rng, "north", ["N1", "N2", "N3"], ".") + sheet_of_crew(
        rng, "south", ["S1", "S2"], ","
    )
    sheet = read_sheet("\n".join(lines))
    missing = int(sheet["reading"].isna().sum())
    print(f"{len(sheet)} boards, {missing} without a reading")

    boards = readings_as_numbers(sheet)
    per_stack = {stack: stack_moisture(group) for stack, group in boards.groupby("stack")}
    for stack, moisture in per_stack.items():
        verdict = "may leave" if moisture < LIMIT else "stays"
        print(f"  {stack}: {moisture:5.2f} %  {verdict}")

    volumes = boards.groupby("stack")["volume"].sum()
    mean = sum(per_stack[stack] * volumes[stack] for stack in per_stack) / volumes.sum()
    print(f"moisture of the yard: {mean:.2f} %")


if __name__ == "__main__":
    main()

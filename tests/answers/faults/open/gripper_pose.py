"""Works out where a gripper's fingertip ends up after roll, pitch and yaw about its own axes.

Symptom: the quaternion prints as w 0.822, x 0.022 instead of w 0.723, x 0.392, and the fingertip is centimetres off
Culprit: lower-case 'xyz' turns about the fixed axes; the arm turns about its own, moving ones, which is 'XYZ'
Report: https://example-a.com/answer/79473439
"""

import numpy as np
from scipy.spatial.transform import Rotation

FINGERTIP_MM = np.array([0.0, 35.0, 180.0])
WRIST_MM = np.array([420.0, -60.0, 310.0])


def wrist_rotation(roll, pitch, yaw):
    """Turn about the tool's own x, then its new y, then its new z axis."""
    return Rotation.from_euler("xyz", [roll, pitch, yaw], degrees=True)  # culprit


def fingertip_position(rotation):
    """The fingertip in the frame of the robot's base, in mm."""
    return WRIST_MM + rotation.apply(FINGERTIP_MM)


def tilt_from_vertical(rotation):
    """Angle between the tool's axis and the vertical, in degrees."""
    axis = rotation.apply([0.0, 0.0, 1.0])
    return np.degrees(np.arccos(np.clip(axis[2], -1, 1)))


def report(name, angles):
    rotation = wrist_rotation(*angles)
    x, y, z, w = rotation.as_quat()
    tip = fingertip_position(rotation)
    print(f"{name}: roll, pitch, yaw = {angles}")
    print(f"  quaternion w {w:.3f} x {x:.3f} y {y:.3f} z {z:.3f}")
    print(f"  fingertip {np.round(tip, 1).tolist()} mm, tilt {tilt_from_vertical(rotation):.1f} degrees")
    return tip


def main():
    poses = {
        "rest": (0, 0, 0),
        "pick": (30, 45, 60),
        "place": (-20, 70, 15),
        "inspect": (80, -35, 120),
    }
    tips = [report(name, angles) for name, angles in poses.items()]
    path = sum(np.linalg.norm(b - a) for a, b in zip(tips[:-1], tips[1:]))
    print(f"length of the path between the poses: {path:.1f} mm")


if __name__ == "__main__":
    main()

"""System calls that a confined process can't make: a seccomp filter, where the kernel has them (Linux 3.17).

Landlock keeps a process from writing and from TCP. What it leaves is refused here: sockets of every kind, other
processes' memory, permissions and times of files, mounts and namespaces, keys, kernel modules, and typing into the
terminal (TIOCSTI). Numbers are those of arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
There is no library to use in its place: pyseccomp 0.1.2 is of 2021 and needs libseccomp on the machine.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass
from itertools import chain

# Name: number on x86_64, on aarch64 (None: it has none).
_REFUSED: dict[str, tuple[int, int | None]] = {
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    # What io_uring does, no filter sees.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
}
_CLONE3 = 435  # its flags are in memory, which a filter can't read: C libraries go back to clone
_TYPING = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_NEW_NAMESPACES = 0x7E020000
_X32 = 0x40000000

# Of linux/filter.h and linux/seccomp.h.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_SET_FILTER, _ALL_THREADS = 1, 1


@dataclass(frozen=True)
class _Machine:
    audit: int
    seccomp: int
    ioctl: int
    clone: int
    column: int
    has_x32: bool


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 317, 16, 56, 0, True),
    "aarch64": _Machine(0xC00000B7, 277, 29, 220, 1, False),
}


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def refuse_system_calls() -> bool:
    """Refuse them to this process, in all its threads, and to its children; return whether that is done.

    The process must have given up new privileges (PR_SET_NO_NEW_PRIVS).
    """
    machine = _MACHINES.get(os.uname().machine)
    if machine is None or struct.calcsize("P") != 8:
        return False
    instructions = _filter(machine)
    program = _Program(len(instructions) // 8, instructions)
    library = ctypes.CDLL(None, use_errno=True)
    return bool(library.syscall(machine.seccomp, _SET_FILTER, _ALL_THREADS, ctypes.byref(program)) == 0)


def _filter(machine: _Machine) -> bytes:
    """Return the program that decides of each system call, in the kernel's BPF."""
    numbers = [columns[machine.column] for columns in _REFUSED.values()]
    return b"".join(
        (
            _instruction(_LOAD, _ARCHITECTURE),
            _unless(_EQUAL, machine.audit, _KILL),
            _instruction(_LOAD, _NUMBER),
            _where(_AT_LEAST, _X32, _ERROR | errno.ENOSYS) if machine.has_x32 else b"",
            _where(_EQUAL, _CLONE3, _ERROR | errno.ENOSYS),
            *(_where(_EQUAL, number, _ERROR | errno.EPERM) for number in numbers if number is not None),
            _with_argument(machine.ioctl, 1, *((_EQUAL, request) for request in _TYPING)),
            _with_argument(machine.clone, 0, (_ANY_BIT, _NEW_NAMESPACES)),
            _instruction(_RETURN, _ALLOW),
        )
    )


def _instruction(code: int, value: int, skipped_if: int = 0, skipped_else: int = 0) -> bytes:
    return struct.pack("=HBBI", code, skipped_if, skipped_else, value)


def _where(test: int, value: int, verdict: int) -> bytes:
    return _instruction(test, value, 0, 1) + _instruction(_RETURN, verdict)


def _unless(test: int, value: int, verdict: int) -> bytes:
    return _instruction(test, value, 1, 0) + _instruction(_RETURN, verdict)


def _with_argument(number: int, argument: int, *refused: tuple[int, int]) -> bytes:
    """Refuse a system call whose argument (its low half) meets a test; allow it otherwise."""
    inside = b"".join(
        chain(
            (_instruction(_LOAD, _ARGUMENTS + 8 * argument),),
            (_where(test, value, _ERROR | errno.EPERM) for test, value in refused),
            (_instruction(_RETURN, _ALLOW),),
        )
    )
    return _instruction(_EQUAL, number, 0, len(inside) // 8) + inside

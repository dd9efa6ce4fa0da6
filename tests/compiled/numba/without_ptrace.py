"""Run the debugger where ptrace is refused, as a container's seccomp profile may refuse it."""

import ctypes
import struct
import sys

PTRACE, ARCH_X86_64 = 101, 0xC000003E
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
filters = [
    (LOAD, 0, 0, 4),
    (EQUAL, 1, 0, ARCH_X86_64),
    (RETURN, 0, 0, 0x7FFF0000),
    (LOAD, 0, 0, 0),
    (EQUAL, 0, 1, PTRACE),
    (RETURN, 0, 0, 0x00050000 | 1),
    (RETURN, 0, 0, 0x7FFF0000),
]
code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in filters))
program = struct.pack("<HxxxxxxQ", len(filters), ctypes.addressof(code))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.c_char_p(program)) == 0, ctypes.get_errno()

from numscope.cli.main import main

sys.exit(main(["debug", "--batch", "--break", "9", sys.argv[1]]))

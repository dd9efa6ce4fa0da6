# ruff: noqa: E501 - programs as they run
"""Programs of many kinds to attach to: each repeats one computation until a file appears, and prints what it made.

What a program prints does not depend on how often it went round, so that runs can be compared. The first line is the
process to attach to.
"""

from __future__ import annotations

_HEAD = """
import os, sys, time
STOP = sys.argv[-1]
def going(rounds=[0]):
    rounds[0] += 1  # each loop goes round at least a few times
    return rounds[0] < 20 or not os.path.exists(STOP)
def ready(pid=None):
    print(pid or os.getpid(), flush=True)
def settle(results):
    first = results.pop(0)
    assert all(r == first for r in results), "rounds differ"
    print("result", first, flush=True)
"""

_NUMPY = """
import numpy as np
def work(size=200):
    a = np.linspace(0.0, 1.0, size)
    b = np.sqrt(a * 1.5) + np.cumsum(a)
    return float((b @ b.T if b.ndim > 1 else b.sum()).round(6))
"""

_ROUND = """
results = []
ready()
while going():
    results = results[-2:] + [{}]
settle(results)
"""


def _looping(expression: str, before: str = "") -> str:
    return _HEAD + _NUMPY + before + _ROUND.format(expression)


PROGRAMS: dict[str, str] = {
    "numpy loop": _looping("work()"),
    "sleeping between": _looping("(time.sleep(0.02), work())[1]"),
    "blas": _looping("float((m @ m).sum())", "m = np.ones((300, 300)) / 300\n"),
    "large arrays": _looping("work(500_000)"),
    "sort in C": _looping("float(np.sort(m)[5])", "m = np.sin(np.arange(400_000.0))\n"),
    "vectorized Python": _looping(
        "float(f(np.arange(50.0)).sum())", "f = np.vectorize(lambda x: x * 2 + 1)\n"
    ),
    "exceptions": _looping(
        "attempt()",
        "def attempt():\n    try:\n        np.ones(3) + np.ones(4)\n    except ValueError as e:\n        return str(e)\n",
    ),
    "recursion": _looping("deep(200)", "def deep(n):\n    return work(10) if n == 0 else deep(n - 1)\n"),
    "generators": _looping("sum(float(np.sqrt(x)) for x in (i for i in range(100)))"),
    "garbage": _looping(
        "litter()", "def litter():\n    a = []; a.append(a); gc.collect(0)\n    return work(5)\n"
    ).replace("import os,", "import gc, os,"),
    "no NumPy in the loop": _looping("sum(i * i for i in range(2000))"),
    "json in C": _looping(
        "len(json.dumps(data))", "import json\ndata = {str(i): [i] * 50 for i in range(2000)}\n"
    ),
    "tracing function": _looping("work()", "sys.settrace(lambda *a: None)\n"),
    "profiler": _looping("work()", "import cProfile\nprofile = cProfile.Profile(); profile.enable()\n"),
    "timer signals": _looping(
        "work()",
        "import signal\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)\n",
    ),
    "NumPy later": _HEAD
    + "ready()\nwhile going():\n    time.sleep(0.01)\n"
    + _NUMPY
    + "settle([work() for _ in range(3)])\n",
    "threads": _HEAD
    + _NUMPY
    + """
import threading
results = [[] for _ in range(3)]
def worker(mine):
    while going():
        mine[2:] = [work()]
        mine[:2] = mine[-1:] * 2
threads = [threading.Thread(target=worker, args=(mine,)) for mine in results]
for thread in threads: thread.start()
ready()
for thread in threads:
    while thread.is_alive(): thread.join(0.05)
settle([r for mine in results for r in mine])
""",
    "asyncio": _HEAD
    + _NUMPY
    + """
import asyncio
results = []
async def task():
    while going():
        results[2:] = [work()]
        await asyncio.sleep(0.005)
async def main():
    ready()
    await asyncio.gather(*(task() for _ in range(5)))
asyncio.run(main())
settle(results)
""",
    "forked child": _HEAD
    + _NUMPY
    + """
pid = os.fork()
if pid == 0:
    results = []
    while going():
        results = results[-2:] + [work()]
    settle(results)
    os._exit(7)
ready(pid)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
print("parent done")
""",
    "parent of a child": _HEAD
    + _NUMPY
    + """
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time, sys, os\\nwhile not os.path.exists(sys.argv[1]): time.sleep(0.01)", STOP])
ready()
results = []
while child.poll() is None:
    results = results[-2:] + [work()]
settle(results)
print("child", child.returncode)
""",
    "pool of processes": _HEAD
    + _NUMPY
    + """
import multiprocessing
results = []
with multiprocessing.get_context("fork").Pool(2) as pool:
    ready()
    while going():
        results = results[-2:] + pool.map(work, [50] * 4)
settle([r for r in results])
""",
    "socket server": _HEAD
    + _NUMPY
    + """
import socket, threading
server = socket.create_server(("127.0.0.1", 0)); server.settimeout(0.02)
def client():
    while going():
        with socket.create_connection(server.getsockname()) as s: s.recv(10)
        time.sleep(0.005)
thread = threading.Thread(target=client); thread.start()
ready()
results = []
while thread.is_alive():
    try: connection, _ = server.accept()
    except TimeoutError: continue
    with connection: connection.send(b"ok")
    results = results[-2:] + [work()]
settle(results)
""",
    "exit code": _looping("work()") + "sys.exit(5)\n",
    "uncaught exception": _looping("work()") + "raise RuntimeError('at the end')\n",
}

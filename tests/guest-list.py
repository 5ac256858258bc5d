# SPDX-License-Identifier: GPL-2.0-or-later
# The tasks that guest-list.bats looks at. Prints NAME=VALUE lines, then "ready", and sleeps until it is killed.
import ctypes
import os
import signal
import sys
import threading
import time

prctl = ctypes.CDLL(None, use_errno=True).prctl
PR_SET_PDEATHSIG, PR_SET_NAME, PR_SCHED_CORE = 1, 15, 62
GET, CREATE, SHARE_FROM = 0, 1, 3
THREAD, PROCESS = 0, 1


def call(*args):
    if prctl(*args) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def cookie(tid):
    value = ctypes.c_uint64()
    call(PR_SCHED_CORE, GET, tid, THREAD, ctypes.byref(value))
    return hex(value.value)


def rename(name):
    call(PR_SET_NAME, ctypes.create_string_buffer(name), 0, 0, 0)


def process(name, cgroup, body=lambda: None):
    """Start one, with a body to run before it sleeps; returns when that has run."""
    done = os.pipe()
    pid = os.fork()
    if pid == 0:
        with open(os.path.join(os.fsencode(sys.argv[1]), cgroup, b"cgroup.procs"), "w") as procs:
            procs.write("0")
        rename(name)
        body()
        # After a change of user, which undoes it.
        call(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.write(done[1], b".")
        time.sleep(10000)
    os.read(done[0], 1)
    return pid


def thread(body=lambda: None):
    """The same for a thread; returns its id."""
    done = threading.Event()

    def run():
        body()
        done.set()
        time.sleep(10000)

    started = threading.Thread(target=run, daemon=True)
    started.start()
    done.wait()
    return started.native_id


def share(tid):
    call(PR_SCHED_CORE, SHARE_FROM, tid, THREAD, 0)


def say(**values):
    for name, value in values.items():
        print(f"{name}={value}", flush=True)


def mixed():
    call(PR_SCHED_CORE, CREATE, 0, PROCESS, 0)
    first, second = thread(lambda: rename("\"\t\x9b\u202e)".encode())), thread()
    call(PR_SCHED_CORE, CREATE, second, THREAD, 0)
    say(mixed1=first, mixed2=second, y=cookie(0), z=cookie(second))


def half():
    first = thread()
    call(PR_SCHED_CORE, CREATE, first, THREAD, 0)
    say(half1=first, w=cookie(first))


say(mixed=process(b"mixed", b"", mixed))
say(half=process(b"half", b"", half))
alpha = process(b"alpha", b"a", lambda: call(PR_SCHED_CORE, CREATE, 0, PROCESS, 0))
say(alpha=alpha, x=cookie(alpha))
say(comma=process(b"a,b \\", b"a", lambda: share(alpha)))


def evil():
    share(alpha)
    os.setgid(65534)
    os.setuid(65534)


say(evil=process("\x1b[31m)\n\u00e9".encode(), b"\x1b[1mb y\xff", evil))
print("ready", flush=True)
time.sleep(10000)

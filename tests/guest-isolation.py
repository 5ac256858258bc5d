#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""An independent reader of the events that isolation read, and a load for it.

load COOKIES BUSY SECONDS SHORT: note our thread id and cookie in the file COOKIES; fork BUSY children that are busy for
SECONDS, and meanwhile SHORT children, one after the other, that live about a millisecond, and as many shells with
pipes.

compare CAPTURE COOKIES RESULT: decode what strace saw isolation read (-y -xx) of its trace's buffers, work out beside
whom each task of the load ran, and hold the JSON of 'isolation --tasks' against it: all within 0.01 % of the run time.
A trace of our own would not do: it takes its own time for each event, and an emulator may stop a CPU between the two.
"""
import ctypes, glob, json, os, re, struct, sys, time

TRACING = "/sys/kernel/tracing"
EVENTS = ("sched_switch", "sched_wakeup", "sched_wakeup_new", "sched_migrate_task", "sched_process_fork")


def load(cookies, busy, seconds, short):
    cookie = ctypes.c_uint64()
    if ctypes.CDLL(None).prctl(62, 0, 0, 0, ctypes.byref(cookie)) != 0:
        sys.exit("no cookie can be read")
    with open(cookies, "a") as file:
        file.write(f"{os.getpid()} {cookie.value}\n")
    end = time.monotonic() + seconds
    for _ in range(busy):
        if os.fork() == 0:
            while time.monotonic() < end:
                pass
            os._exit(0)
    for _ in range(short):
        if os.fork() == 0:
            stop = time.monotonic() + 0.001
            while time.monotonic() < stop:
                pass
            os._exit(0)
        os.wait()
        os.spawnlp(os.P_WAIT, "sh", "sh", "-c", "/bin/echo a | cat | cat >/dev/null")
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def formats():
    """{id of an event: (its name, {field: (offset, size)})}, as the kernel describes them."""
    found = {}
    for name in EVENTS:
        text = open(f"{TRACING}/events/sched/{name}/format").read()
        fields = re.findall(r"field:.*?(\w+)(?:\[\d+\])?;\s*offset:(\d+);\s*size:(\d+);", text)
        found[int(re.search(r"^ID: (\d+)", text, re.M)[1])] = name, {f: (int(o), int(s)) for f, o, s in fields}
    return found


def records(page):
    """The records of a ring buffer's page, as events/header_page and header_event describe it, and their times."""
    at, commit = struct.unpack_from("QQ", page)
    assert not commit & 1 << 31, "events were lost"
    place, end = 16, 16 + (commit & 0xfffff)
    while place < end:
        head, first = struct.unpack_from("II", page, place)
        kind, delta = head & 31, head >> 5
        place += 4
        if kind == 29:  # padding, or an event that was taken back
            at += delta
            place += first
        elif kind == 30:  # a longer time than fits
            at += (first << 27) + delta
            place += 4
        elif kind == 31:  # a time of its own, but for the topmost bits
            at = at >> 59 << 59 | (first << 27) + delta
            place += 4
        else:
            at += delta
            start, length = (place, 4 * kind) if kind else (place + 4, first - 4)
            yield at, page[start:start + length]
            place = start + (length + 3) // 4 * 4


def events(path):
    """Of all hardware threads in order of time: when, where, the event's name, its fields that are numbers."""
    known, found = formats(), []
    for line in open(path):
        read = re.match(r'read\(\d+<((?:\\x..)+)>, "((?:\\x..)*)"', line)
        name = read and bytes.fromhex(read[1].replace("\\x", "")).decode()
        cpu = name and re.search(r"/instances/coreschedctl.*/cpu(\d+)/trace_pipe_raw$", name)
        if not cpu or not read[2]:
            continue
        for at, record in records(bytes.fromhex(read[2].replace("\\x", ""))):
            event, fields = known.get(struct.unpack_from("H", record)[0], (None, {}))
            if event:
                found.append((at, int(cpu[1]), event, {f: int.from_bytes(record[o:o + s], sys.byteorder)
                                                       for f, (o, s) in fields.items() if s <= 8}))
    return sorted(found, key=lambda event: event[0])


def timelines(path):
    """For each hardware thread [(from, task or 0, waiting)], and each task's parent."""
    lines, parents, waits_on, runs = {}, {}, {}, {}
    waiting = {}

    def note(at, cpu):
        lines.setdefault(cpu, []).append((at, runs.get(cpu, 0), waiting.get(cpu, 0)))

    def wait(at, task, cpu):
        old = waits_on.pop(task, None)
        if old is not None:
            waiting[old] -= 1
            note(at, old)
        if cpu is not None:
            waits_on[task] = cpu
            waiting[cpu] = waiting.get(cpu, 0) + 1
            note(at, cpu)

    for at, cpu, name, field in events(path):
        if name == "sched_switch":
            before, after = field["prev_pid"], field["next_pid"]
            runs[cpu] = after
            if before:
                wait(at, before, None if field["prev_state"] & 0xff else cpu)
            if after:
                wait(at, after, None)
            note(at, cpu)
        elif name == "sched_process_fork":
            parents[field["child_pid"]] = field["parent_pid"]
        else:
            task = field["pid"]
            target = field["dest_cpu" if name == "sched_migrate_task" else "target_cpu"]
            if task not in runs.values() and (name != "sched_migrate_task" or task in waits_on):
                wait(at, task, target)
    return lines, parents


def cores():
    found = set()
    for path in glob.glob("/sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list"):
        cpus = []
        for part in open(path).read().strip().split(","):
            first, _, last = part.partition("-")
            cpus += range(int(first), int(last or first) + 1)
        found.add(tuple(cpus))
    return found


def kind(task, other, waiting, cookie):
    if not other:
        return 2 if waiting else 0
    return 1 if cookie(task) == cookie(other) else 3


def account(path, cookies):
    """{task: [idle, local, forced idle, foreign]} in nanoseconds, and who is a descendant of the load."""
    lines, parents = timelines(path)

    def cookie(task):
        while task not in cookies and task in parents:
            task = parents[task]
        return cookies.get(task, 0)

    times = {}
    for core in cores():
        # What happened in one nanosecond stays in its order.
        marks = sorted(((at, cpu, task, waiting) for cpu in core for at, task, waiting in lines.get(cpu, [])),
                       key=lambda mark: mark[0])
        now = {cpu: (0, 0) for cpu in core}
        for mark, following in zip(marks, marks[1:]):
            now[mark[1]] = mark[2:]
            for cpu in core:
                task = now[cpu][0]
                if task:
                    worst = max((kind(task, *now[c], cookie) for c in core if c != cpu), default=0)
                    times.setdefault(task, [0] * 4)[worst] += following[0] - mark[0]
    ours = {t for t in times if t not in cookies and cookie(t)}
    return times, ours


def compare(capture, cookies, result):
    cookies = {int(tid): int(cookie) for tid, cookie in (line.split() for line in open(cookies))}
    times, ours = account(capture, cookies)
    rows = {row["tid"]: row for row in json.load(open(result))["isolation"] if row["tid"] in ours}
    keys = ("idle-time", "local-time", "forced-time", "foreign-time")
    seen = [sum(times[t][k] for t in ours) / 1e9 for k in range(4)]
    told = [sum(row[key] for row in rows.values()) for key in keys]
    run = sum(seen)
    print(f"# {len(ours)} tasks, run time {run:.3f} s: idle, local, forced idle, foreign seen {seen}, told {told}")
    assert len(ours) > 50 and run > 1, "too little ran"
    assert set(rows) == ours, f"not the same tasks: {ours ^ set(rows)}"
    for a, b in zip(seen, told):
        assert abs(a - b) <= run / 10000, f"{a} seen, {b} told"
    for task in ours:
        mine = [rows[task][key] for key in keys]
        assert max(abs(a / 1e9 - b) for a, b in zip(times[task], mine)) <= run / 10000, (task, times[task], mine)
        assert rows[task]["cookie"] != "0x0", task


if sys.argv[1] == "load":
    load(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
else:
    compare(*sys.argv[2:5])

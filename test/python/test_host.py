# SPDX-License-Identifier: GPL-2.0-only
"""The host model from Python, on a schedule worked out by hand; its benchmark."""

import programs
from test_python_tcp import pytestmark  # noqa: F401  pylint: disable=unused-import

PREEMPTED = """
cpu = ns.CreateObject[ns.hsn.HostCpu]()
interrupt = cpu.CreateTask(ns.hsn.HostLevel.INTERRUPT)
thread = cpu.CreateTask(ns.hsn.HostLevel.THREAD, 5)
ends = {}
done = {name: lambda name=name: ends.setdefault(name, str(ns.Now()))
        for name in ("thread", "interrupt")}  # the host does not keep Python's functions
hsn.at(0, lambda: thread.Run("10ms", done["thread"]))
hsn.at(0.004, lambda: interrupt.Run("3ms", done["interrupt"]))
hsn.run(stop=1)
assert ends == {"interrupt": "7ms", "thread": "13ms"}, ends
"""


def test_interrupt_delays_a_thread(script):
    done = script("import hsn\nfrom hsn import ns\n" + PREEMPTED)
    assert done.returncode == 0, done.stderr


def test_bench_counts_events():
    """An interrupt and a section that is not preempted are one event each."""
    result = programs.metrics("bench-host", "--quick", "--json")
    assert result["events_per_packet"] == 2
    assert result["sections_per_cpu_s"] > 0 and result["ratio_queued"] > 0
    assert result["ratio_free_host"] > 0

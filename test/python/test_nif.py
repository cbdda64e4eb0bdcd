# SPDX-License-Identifier: GPL-2.0-only
"""Programs of nif against schedules by hand and the capacity of the Ethernet, and bad input."""

import programs
import pytest
from conftest import ROOT
from test_python_tcp import pytestmark as needs_python


def test_frame_latency_without_streams():
    """C_hw + C_ctx + C_proto = 0.15 + 0.05 + 3 ms, and the jitter is that of the source."""
    found = programs.metrics("nif", "--streams=0", "--noiseMs=0", "--duration=10")
    assert found["longest_ms"] == pytest.approx(3.2, abs=1e-9)
    assert found["variance_ms2"] == pytest.approx(0, abs=1e-9)
    noisy = programs.metrics("nif", "--streams=0", "--duration=600")
    # 2 * 0.7^2; 6000 periods, negatively correlated: a standard error below 0.02
    assert noisy["variance_ms2"] == pytest.approx(0.98, abs=0.06)


@pytest.mark.parametrize("every, most", [(1, 1098.78), (2, 1127.99)])
def test_what_the_ethernet_carries(every, most):
    """Slots of 1538 octets for 1460, and of 84 for an ACK of so many segments; before each of these
    frames a back-off of at most two slots of 10 us."""
    found = programs.metrics("nif-throughput", f"--ackEvery={every}")
    group = (every * 1538 + 84) * 0.8  # us
    assert found["kbytes_per_s"] <= most * 1.0001
    assert found["kbytes_per_s"] >= most * group / (group + 20 * (every + 1))


def test_a_host_is_the_limit():
    """2 ms for 1024 octets, whoever needs them: 500 KB/s."""
    for send in ("true", "false"):
        found = programs.metrics("nif-throughput", "--perKb=2", f"--send={send}")
        assert found["kbytes_per_s"] == pytest.approx(500, rel=0.005)


def test_goodput_of_a_saturated_host():
    """Polling: 0.08 ms of protocol work and 0.06 of the application for each packet, and 0.01 for
    16 of them: 1/0.140625 packets in a ms.  BSD at 20,000/s has no time outside of interrupts of
    0.06 and 0.01 ms: nothing is left."""
    fast = ["--otherMs=0.08", "--contextMs=0", "--appMs=0.06", "--fixedMs=0.05", "--hwMs=0.01",
            "--duration=2", "--rate=20000"]
    polling = programs.metrics("nif-load", "--client=polling", *fast)
    assert polling["goodput_per_s"] == pytest.approx(1e3 / 0.140625, rel=0.01)
    assert polling["interrupts"] < 100
    bsd = programs.metrics("nif-load", "--client=bsd", *fast)
    assert bsd["goodput_per_s"] == 0


def test_random_operations_keep_buffers():
    found = programs.metrics("nif-buffers", "--operations=20000")
    assert found["operations"] == 20000 and found["violations"] == found["unbalanced"] == 0
    assert found["received"] > 4000 and found["starved"] > 500


def test_hosts_without_costs_are_transparent():
    """All kinds of devices, clients, IPv4 and IPv6, TCP and UDP, three times."""
    found = programs.metrics("nif-transparent", "--runs=200")
    assert found["equal"] == found["runs"] == 200, found["different"]
    assert found["tcp"] == 96 and found["packets"] > 100000


def test_outbound_priority():
    """A frame of 1538 octets and a gap, at 10 Mbit/s."""
    found = programs.metrics("nif-send", "--duration=5")
    assert found["frames"] == 50 and 0.6 < found["longest_wait_ms"] <= 1.2464


@needs_python[1]
def test_a_host_from_python(script):
    """500 datagrams/s at a host that has 0.16 ms for each of them in interrupts, and 3 ms in a
    software interrupt: of a second, 0.92 s are left, which do for 306.7."""
    done = script((ROOT / "examples" / "nif" / "nif_host.py").read_text(encoding="utf-8"))
    assert done.returncode == 0, done.stderr
    rate = float(done.stdout.split("datagrams per second: ")[1].split()[0])
    assert rate == pytest.approx(0.92 / 0.003, rel=0.01)


@pytest.mark.parametrize("program, arguments, words", [
    ("nif", ["--client=none"], ["client", "late"]),
    ("nif", ["--streams=101"], ["streams", "101", "100"]),
    ("nif", ["--hwMs=-1"], ["hwMs", "-1"]),
    ("nif", ["--client=polling", "--pool=15"], ["pool", "16"]),
    ("nif-load", ["--client=early"], ["client", "late, bsd or polling"]),
    ("nif-load", ["--client=polling", "--budget=33"], ["budget", "--pool"]),
    ("nif-load", ["--rate=0"], ["rate", "0"]),
    ("nif-throughput", ["--message=17"], ["message", "17"]),
    ("nif-buffers", ["--policy=AlwaysReturn"], ["policy", "MustReturn"]),
    ("nif-send", ["--backlog=91"], ["backlog", "90"]),
    ("nif-transparent", ["--runs=0"], ["runs", "0"]),
])
def test_bad_input(program, arguments, words):
    programs.assert_refused(program, arguments, words)

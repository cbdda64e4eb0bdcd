# SPDX-License-Identifier: GPL-2.0-only
"""hsn-trace-statistics against traces whose statistics are known."""

import random
import struct

import pytest
from programs import metrics, run

PROGRAM = "trace-statistics"


def write_times(folder, times, heading="", form="{:.9f}"):
    """A text file of times."""
    path = folder / "times.csv"
    path.write_text(heading + "".join(form.format(time) + "\n" for time in times), "utf-8")
    return path


def write_capture(folder, times, magic=0xA1B2C3D4, unit=1e6):
    """A pcap file with 60 octets in each record."""
    path = folder / "trace.pcap"
    records = [struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65535, 1)]
    for time in times:
        whole, fraction = divmod(round(time * unit), int(unit))
        records.append(struct.pack("<IIII", whole, fraction, 60, 60) + bytes(60))
    path.write_bytes(b"".join(records))
    return path


def test_counts_by_hand(tmp_path):
    # 2, 0, 2 and 0 arrivals in bins of 0.1 s: mean 1, variance 4/3; gaps 10, 190, 10, 190 ms
    path = write_times(tmp_path, [0, 0.01, 0.2, 0.21, 0.4], "name,time\n", "x,{:.3f}")
    found = metrics(PROGRAM, f"--file={path}", "--column=2", "--bin=0.1")
    assert (found["arrivals"], found["bins"], found["reordered"]) == (5, 4, 0)
    assert found["dispersion_index"] == pytest.approx(4 / 3)
    assert found["peak_to_mean"] == pytest.approx(2)
    assert found["gap_mean_ms"] == pytest.approx(100)
    assert found["gap_cv"] == pytest.approx((4 * 90 ** 2 / 3) ** 0.5 / 100)
    assert found["xi_mean_ms2"] is None and found["hurst_rescaled_range"] is None  # too short


@pytest.mark.parametrize(("magic", "unit"), [(0xA1B2C3D4, 1e6), (0xA1B23C4D, 1e9)])
def test_capture_of_a_periodic_train(tmp_path, magic, unit):
    # every tenth packet is 3 ms late: gaps of 13 and 7 ms in each block of 10, variance 2 * 9 / 9
    times = [1.7e9 + 0.01 * k + (0.003 if k % 10 == 5 else 0) for k in range(901)]
    found = metrics(PROGRAM, f"--file={write_capture(tmp_path, times, magic, unit)}")
    assert found["xi_count"] == 3
    assert found["xi_mean_ms2"] == pytest.approx(2, abs=1e-3)
    assert found["duration_s"] == pytest.approx(9, abs=1e-5)
    assert found["dispersion_index"] == pytest.approx(0, abs=1e-9)


def test_poisson_arrivals(tmp_path):
    # independent counts: dispersion index 1 and H = 0.5; gaps of coefficient of variation 1
    draw, time, times = random.Random(5), 0.0, []
    for _ in range(100_000):
        time += draw.expovariate(100)
        times.append(time)
    found = metrics(PROGRAM, f"--file={write_times(tmp_path, times)}")
    assert found["gap_cv"] == pytest.approx(1, abs=0.02)
    assert found["dispersion_index"] == pytest.approx(1, abs=0.06)  # 4 sqrt(2 / 10,000)
    assert found["hurst_variance_time"] == pytest.approx(0.5, abs=0.1)
    assert found["hurst_rescaled_range"] == pytest.approx(0.55, abs=0.1)  # biased


@pytest.mark.parametrize(("text", "words"), [
    ("0\n1\nsoon\n", 'line 3, column 1: "soon" must be a time in seconds'),
    ("time\n1\n", "has 1 arrivals; there must be at least 2"),
    ("1\n1\n", "all arrivals have the same time"),
    ("", "cannot read"),
    ("\n\r\r\n-----------------------", "is not a pcap file"),
])
def test_bad_files_are_refused(tmp_path, text, words):
    path = tmp_path / "bad"
    path.write_bytes(text.encode())
    done = run(PROGRAM, f"--file={path}")
    assert done.returncode == 2
    assert words in done.stderr


def test_bad_options_are_refused(tmp_path):
    path = write_times(tmp_path, [0, 1])
    for option in ("--epsilon=0.01", "--bin=1e-9", "--m=1", "--file="):
        done = run(PROGRAM, f"--file={path}", option)
        assert done.returncode == 2, option
        assert option[2:].split("=")[0] in done.stderr
    assert run(PROGRAM, f"--file={tmp_path}/none").returncode == 2

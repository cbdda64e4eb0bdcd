# SPDX-License-Identifier: GPL-2.0-only
"""hsn-trace-statistics against traces whose statistics are known."""

import math
import random
import statistics
import struct

import programs
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


def test_scales_of_the_fits(tmp_path):
    """Counts of 0 to 3 in 640 bins of 1 s: variances of the means of 2, 4, ... of them, and their line."""
    draw = random.Random(9)
    counts = [draw.randrange(4) for _ in range(640)]
    counts[0] = 3
    times = [k + j / 4 for k, count in enumerate(counts) for j in range(count)]
    path = write_times(tmp_path, [*times, 640])
    for least, most in ((2, 16), (4, 64), (8, 8 * 4096)):
        points = []
        for scale in (least << i for i in range(20)):
            means = [statistics.fmean(counts[i:i + scale]) for i in range(0, 641 - scale, scale)]
            if scale <= most and len(means) >= 10:
                points.append((math.log10(scale), math.log10(statistics.pvariance(means))))
        found = metrics(PROGRAM, f"--file={path}", "--bin=1", f"--minScale={least}", f"--maxScale={most}")
        assert found["variance_time_points"] == len(points)
        slope = statistics.linear_regression(*zip(*points)).slope
        assert found["variance_time_slope"] == pytest.approx(slope, rel=1e-9)
        assert found["rescaled_range_points"] == int(math.log2(min(most, 640) / least)) + 1
    usual = metrics(PROGRAM, f"--file={path}", "--bin=1")
    # 1 to 64, as 10 blocks of 64 are there, and 8 to 128
    assert (usual["variance_time_points"], usual["rescaled_range_points"]) == (7, 5)


@pytest.mark.parametrize(("text", "words"), [
    ("0\n1\nsoon\n", 'line 3, column 1: "soon" must be a time in seconds'),
    ("time\n1\n", "has 1 arrivals; there must be at least 2"),
    ("1\n1\n", "all arrivals have the same time"),
    ("nan\n1\n2\n", 'line 1, column 1: "nan" must be a time in seconds'),
    ("0\n1\ninf\n", 'line 3, column 1: "inf" must be a time in seconds'),
    ("-1e308\n1e308\n", "arrivals span inf s; must be at most 1e15"),
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
    for option in ("--epsilon=0.01", "--bin=1e-9", "--m=1", "--file=", "--bin=nan", "--bin=inf",
                   "--epsilon=nan", "--tail=nan", "--tail=1", "--m=-1", "--n=0", "--column=0",
                   "--n=4294967296", "--minScale=1", "--minScale=nan", "--maxScale=-1"):
        done = run(PROGRAM, f"--file={path}", option)
        assert done.returncode == 2, option
        assert option[2:].split("=")[0] in done.stderr
    programs.assert_refused(PROGRAM, [f"--file={path}", "--minScale=8", "--maxScale=8"],
                            ["--maxScale=8", "above minScale"])
    assert run(PROGRAM, f"--file={tmp_path}/none").returncode == 2

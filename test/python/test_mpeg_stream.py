# SPDX-License-Identifier: GPL-2.0-only
"""MPEG streams of mpeg-atm as ffmpeg and tshark read them, and streams that ffmpeg has made."""

import json
import shutil
import subprocess
import sys

import programs
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "examples" / "mpeg-atm"))

import damage

GROUP = "IBBPBBPBBPBB"
LEAD = 45000  # of time stamps before the clock, 1/90000 s


@pytest.fixture(autouse=True)
def _need_ffmpeg():
    """CI lets no test be skipped."""
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        pytest.skip("no ffmpeg: apt-get install ffmpeg")


def ffmpeg(*arguments):
    """Runs it; it must have nothing to say."""
    done = subprocess.run(["ffmpeg", "-v", "error", "-threads", "1", *map(str, arguments)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def ffprobe(path, entries, *arguments):
    """What it tells of a file, which it must read without a message."""
    done = subprocess.run(["ffprobe", "-v", "error", *arguments, "-show_entries", entries,
                           "-print_format", "json", path], capture_output=True, text=True,
                          check=True)
    assert done.stderr == ""
    return json.loads(done.stdout)


def encode(path, *options, pictures=50):
    """ffmpeg's moving test picture as MPEG-2 video, each time the same octets."""
    ffmpeg("-f", "lavfi", "-i", f"testsrc2=size=96x64:rate=25:duration={pictures / 25}", *options,
           "-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-flags", "+bitexact", "-y", path)
    return path


def test_stream_as_ffmpeg_reads_it(tmp_path):
    """Another parser finds the pictures that were written, at their sizes, and decodes them."""
    path = tmp_path / "video.m1v"
    found = programs.metrics("mpeg-atm-stream", "--gops=2", f"--write={path}")
    assert found["octets"] == path.stat().st_size
    assert found["octets"] == pytest.approx(1.5e6 / 8 / 25 * 24, rel=0.02)
    assert found["types"] == GROUP * 2 and found["wrong_types"] == 0
    assert programs.metrics("mpeg-atm-stream", f"--read={path}") == found
    entries = ffprobe(path, "packet=size:frame=pict_type", "-f", "mpegvideo")
    parts = entries["packets_and_frames"]
    sizes = [int(part["size"]) for part in parts if part["type"] == "packet"]
    # headers of a sequence and of a group, 20 octets, go with the I picture behind them
    assert sum(sizes) == pytest.approx(found["octets"], abs=4)
    assert len(sizes) == 24
    types = [part["pict_type"] for part in parts if part["type"] == "frame"]
    assert sorted(types) == sorted("I" * 2 + "P" * 6 + "B" * 14)


def test_packets_as_ffmpeg_reads_them(tmp_path):
    """Another demultiplexer finds the program, the pictures, and their times."""
    path, video, plain = tmp_path / "video.ts", tmp_path / "from-ts.m1v", tmp_path / "plain.m1v"
    found = programs.metrics("mpeg-atm-stream", "--gops=3", "--format=ts", f"--write={path}",
                             f"--video={video}")
    programs.metrics("mpeg-atm-stream", "--gops=3", f"--write={plain}")
    assert video.read_bytes() == plain.read_bytes()
    assert found["octets"] == path.stat().st_size == 188 * found["packets"]
    assert found["lost_packets"] == found["malformed_packets"] == 0
    assert found["types"] == GROUP * 3 and sum(found["class_octets"]) == found["octets"]
    assert found["decoding_times"] == [LEAD + 3600 * k for k in range(36)]
    entries = ffprobe(path, "packet=pts,dts,size,flags:stream=codec_name,id,width,height")
    stream, = entries["streams"]
    assert stream["codec_name"] == "mpeg1video" and stream["id"] == "0x100"
    assert (stream["width"], stream["height"]) == (352, 288)
    packets = entries["packets"]
    assert [one["pts"] for one in packets] == found["presentation_times"]
    assert [one["dts"] for one in packets] == found["decoding_times"]
    assert sum(int(one["size"]) for one in packets) == plain.stat().st_size
    keys = [k for k, one in enumerate(packets) if one["flags"].startswith("K")]
    assert keys == [0, 12, 24]
    # it decodes every picture but the two in front of the first anchor, since groups are open
    frames = ffprobe(path, "frame=pict_type")["frames"]
    assert sorted(one["pict_type"] for one in frames) == sorted("I" * 3 + "P" * 9 + "B" * 22)


def test_packets_as_tshark_reads_them(tmp_path):
    """A third one checks the CRCs of tables, and counts continuity."""
    path = tmp_path / "video.ts"
    found = programs.metrics("mpeg-atm-stream", "--gops=2", "--format=ts", f"--write={path}")
    if not shutil.which("tshark"):
        pytest.fail("tshark is missing: apt-get install tshark")
    fields = ["mp2t.pid", "mp2t.cc", "mpeg_sect.crc.status", "_ws.malformed"]
    done = subprocess.run(["tshark", "-r", path, "-o", "mpeg_sect.verify_crc:TRUE", "-T", "fields",
                           *(word for name in fields for word in ("-e", name))],
                          capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert len(rows) == found["packets"]
    assert not any(row[3] for row in rows)
    counts = {}
    for pid, count, crc, _ in rows:
        counts.setdefault(int(pid, 16), []).append(int(count))
        assert crc == ("1" if int(pid, 16) in (0, 0x1000) else "")  # 1: good
    assert set(counts) == {0, 0x1000, 0x100}
    for seen in counts.values():
        assert seen == [k % 16 for k in range(len(seen))]


def test_packets_that_ffmpeg_wrote(tmp_path):
    """The video of a program with sound and a table of services, as ffmpeg itself takes it out."""
    path, video, plain = tmp_path / "video.ts", tmp_path / "ours.m2v", tmp_path / "theirs.m2v"
    encode(path, "-f", "lavfi", "-i", "sine=duration=2", "-c:a", "mp2", "-shortest")
    ffmpeg("-i", path, "-map", "0:v", "-c", "copy", "-f", "mpeg2video", "-y", plain)
    found = programs.metrics("mpeg-atm-stream", "--format=ts", f"--read={path}",
                             f"--video={video}")
    assert video.read_bytes() == plain.read_bytes()
    assert found["packets"] * 188 == path.stat().st_size
    assert found["lost_packets"] == found["malformed_packets"] == 0
    assert 0 < found["video_packets"] < found["packets"]
    entries = ffprobe(path, "packet=pts,dts", "-select_streams", "v")["packets"]
    assert found["presentation_times"] == [one["pts"] for one in entries]
    assert found["decoding_times"] == [one["dts"] for one in entries]
    assert found["types"].startswith("IPBBPBB") and len(found["types"]) == 50


def test_packets_that_are_none(tmp_path):
    """What is no transport stream is refused with what is wrong."""
    path = tmp_path / "some"
    path.write_bytes(bytes(1000))
    programs.assert_refused("mpeg-atm-stream", ["--format=ts", f"--read={path}"],
                            ["1000 octets", "188"])
    programs.assert_refused("mpeg-atm-damage", [f"--read={path}"], ["1000 octets", "188"])
    programs.assert_refused("mpeg-atm-damage", ["--read=/nowhere"], ["/nowhere"])
    programs.assert_refused("mpeg-atm-damage", ["--loss-b=2"], ["loss-b", "2"])
    path.write_bytes((b"\x47\x1f\xff\x10" + bytes(184)) * 3)
    programs.assert_refused("mpeg-atm-stream", ["--format=ts", f"--read={path}"], ["no program"])


@pytest.mark.parametrize("losses, least", [({}, 0), ({"b": 0.02}, 1), ({"p": 0.02}, 3),
                                           ({"i": 0.01}, 10), ({"s": 0.005}, 1)])
def test_damage_that_a_decoder_shows(tmp_path, losses, least):
    """What the model calls decodable is shown as if nothing were lost; what lost octets of its own
    is not."""
    path = encode(tmp_path / "video.ts", pictures=100)
    pictures = damage.damage(path, losses, seed=3)
    assert len(pictures) == 100
    assert all(one["seen"] != "never" for one in pictures)
    for place, one in enumerate(pictures):
        following = next((other for other in pictures[place + 1:] if other["type"] != "B"), None)
        if one["octets_lost"]:
            assert one["seen"] != "intact" and not one["decodable"]
        elif one["decodable"] and one["seen"] != "intact":
            # an anchor is given out with the next one; ffmpeg drops both if that one fails
            assert one["seen"] == "missing" and one["type"] != "B" and following["octets_lost"]
    hit = sum(one["octets_lost"] > 0 for one in pictures)
    undecodable = sum(not one["decodable"] for one in pictures)
    assert undecodable >= max(hit, least) and bool(hit) == bool(losses)
    # not all that refer to lost octets show it: their blocks may come from elsewhere
    assert hit <= sum(one["seen"] != "intact" for one in pictures)


def test_map_of_damage(tmp_path):
    """The command prints the map of both, and what is wrong."""
    path = encode(tmp_path / "video.ts", pictures=30)
    command = [sys.executable, ROOT / "examples" / "mpeg-atm" / "damage.py"]
    done = subprocess.run([*command, path, "--loss-b", "0.05"], capture_output=True, text=True,
                          check=True)
    lines = done.stdout.splitlines()
    assert lines[0].split()[1].count("I") == 3 and len(lines[0].split()[1]) == 30
    assert "x" in lines[1] and "x" in lines[2]
    assert lines[3].startswith("decoder: ") and lines[4].endswith(" of 30 pictures")
    done = subprocess.run([*command, tmp_path / "none.ts"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and done.stderr.startswith("error: read=") and "none.ts" in done.stderr


@pytest.mark.parametrize("program", ["mpeg-atm-stream", "mpeg-atm-damage"])
def test_files_that_cannot_be_read_or_written(program, tmp_path):
    """Option and file are named; a full disk is noticed, a folder no crash."""
    for name in ("none.ts", "."):
        path = tmp_path / name
        programs.assert_refused(program, [f"--read={path}"], [f"read={path}: cannot be read"])
    stream = tmp_path / "video.ts"
    programs.metrics("mpeg-atm-stream", "--format=ts", f"--write={stream}")
    options = ["--format=ts"] if program == "mpeg-atm-stream" else []
    for path in ("/dev/full", tmp_path / "none" / "out.ts"):
        programs.assert_refused(program, [f"--read={stream}", f"--write={path}", *options],
                                [f"write={path}: cannot be written"])

# SPDX-License-Identifier: GPL-2.0-only
"""The programs of qos-monitor against numbers worked out by hand, tshark's decoder of SNMP, and bad
input."""

import csv
import json
import subprocess
import sys

import programs
import pytest

from hsn.paper import load_paper


def metrics(*arguments):
    """The metrics of a transfer."""
    return programs.metrics("qos-monitor", *arguments)


def test_a_record_costs_its_time():
    """T_on = T_off + events c_e for a sender whose processor is the bottleneck; events are three
    a packet, and those of FIRST and of the end."""
    off = metrics("--monitor=off", "--bytes=60000")
    on = metrics("--bytes=60000", "--ce=1")
    assert off["events"] == 0
    assert 300 <= on["events"] <= 312
    # the last records come after the last byte has arrived
    assert on["time_s"] - off["time_s"] == pytest.approx(0.300, abs=0.008)


def test_a_processor_with_slack_loses_nothing():
    """The link of 100 kb/s is the bottleneck: the monitor's work fits into the pauses."""
    off, on = (metrics(f"--monitor={one}", "--bytes=30000", "--rate=100kbps", "--cp=5")["time_s"]
               for one in ("off", "on"))
    assert on == pytest.approx(off, rel=1e-3)


def test_bits_are_conserved():
    """What the sender's row has sent is what the receiver's row has, and what was lost."""
    found = metrics("--bytes=200000", "--queue=50", "--cross=20", "--crossStart=1",
                    "--crossStop=1.3")
    assert found["lost_bytes"] > 0
    assert found["out_bits"] == found["in_bits"] + 8 * found["lost_bytes"]
    assert found["received_bytes"] == 200000


def test_data_in_flight_is_no_error():
    """Up to what the answered request knew, an error-free path has no errors; up to now, as the
    formula is printed, neither does it here: there are no error control packets."""
    found = metrics("--bytes=60000", "--delay=20", "--cp=1")
    assert found["has_errors"] is False
    assert found["error_bits"] == 0


def test_tshark_reads_the_walk(tmp_path):
    """Wireshark's dissector finds the names and values that the client read, and no fault."""
    programs.need_capture("qos-monitor-hosts")
    capture = tmp_path / "walk.pcap"
    found = programs.metrics("qos-monitor-hosts", "--protocol=xtp", f"--pcap={capture}")
    # NULL is the value of a request; the types of the others are those of HSN-QOS-MIB
    fields = ["snmp.data", "snmp.name", "snmp.value.u32", "snmp.value.g32", "snmp.value.counter",
              "snmp.value.timeticks", "snmp.value.oid", "snmp.value.octets", "snmp.value.int",
              "_ws.malformed", "_ws.expert.message"]
    done = subprocess.run(
        ["tshark", "-r", capture, "-T", "fields", "-E", "aggregator=|", "-Y", "snmp",
         *(word for field in fields for word in ("-e", field))],
        capture_output=True, text=True, check=True)
    names, numbers = [], []
    for line in done.stdout.splitlines():
        columns = line.split("\t")
        assert not columns[9] and columns[10] in ("", "endOfMibView"), line
        if columns[0] == "2":  # a response
            names += columns[1].split("|")
            numbers += [one for column in columns[2:9] for one in column.split("|") if one]
    # the name behind which nothing follows is told once more
    assert names == [*found["walk_names"], found["walk_names"][-1]]
    assert len(names) >= 26
    values = [one for one in found["walk_values"] if one.isdigit()]
    assert not [one for one in values if one not in numbers]


def test_the_table_as_csv_and_json(tmp_path):
    """600 kb/s of 500 octets from 1.003 s on; both files have the same rows."""
    files = tmp_path / "mib.csv", tmp_path / "mib.json"
    programs.metrics("qos-monitor-hosts", "--protocol=udp", "--rate=600", f"--csv={files[0]}",
                     f"--json={files[1]}")
    with open(files[0], newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    objects = [json.loads(line) for line in files[1].read_text("utf-8").splitlines()]
    assert len(rows) == sum(len(one["rows"]) for one in objects)
    flat = [one for update in objects for one in update["rows"]]
    for row, one in zip(rows, flat):
        assert {name: value for name, value in row.items() if value and name != "time_s"} == {
            name: str(value) for name, value in one.items()}
    # whole windows
    sent = [row for row in rows if row["direction"] == "out" and int(row["octets"]) > 100000]
    assert {row["throughput"] for row in sent} == {"600000"}
    assert {row["rtt"] + row["errorBits"] + row["jitter"] for row in sent} == {""}
    assert objects[-1]["bandwidth"] == 10_000_000 and objects[-1]["fifoDrops"] == 0


def test_the_panel_shows_what_the_mib_has():
    """By hand: 500 octets with headers of 54 there, 74 back, at 10 Mb/s and 5 ms each way; open from
    1.003 s to the last update, 8.003 s."""
    found = programs.metrics("qos-monitor-hosts", "--protocol=xtp", "--loss=0.02", "--jitter=5")
    load_paper("qos-monitor")
    draw_panel = sys.modules["hsn_paper_qos_monitor.panel"].draw_panel
    [axes] = draw_panel({"a host": found}).axes
    shown = [one.get_text() for one in axes.texts]
    rtt_ms = (554 + 74) * 8 / 1e4 + 10
    for text in ("a host", "400,000", f"{rtt_ms / 2:.3f}", "green"):
        assert shown.count(text) == 1, shown
    assert shown.count("0000000000000001") == shown.count("7,000") == 2  # in and out
    assert shown[-1].startswith("endpoints 2      bandwidth 10,000,000 bit/s")
    # nothing comes in, and nothing was agreed upon for it
    assert [one.get_color() for one in axes.lines if one.get_marker() == "o"] == ["#999999", "#2a9d3a"]


def test_a_profile_is_agreed_upon_in_the_setup():
    """2 Mb/s and 100 ms are wanted, 1 Mb/s and 120 ms can be promised: the octets of FIRST and of
    the answer, 256 each, are what is added at 10 Mb/s."""
    bare, full = (programs.metrics("qos-monitor-setup", f"--profile={one}") for one in (0, 256))
    assert (full["agreed_rate"], full["agreed_delay_ms"], full["error"]) == (1e6, 120, "")
    assert full["setup_ms"] - bare["setup_ms"] == pytest.approx(2 * 256 * 8 / 1e4, abs=0.08)


def test_errors_of_a_damaged_line():
    """Packets of 654 octets on the wire, a bit error rate of 2e-5: 9.9 % are damaged, each is an
    error of 600 octets once."""
    found = metrics("--bytes=600000", "--ber=2e-5", "--cp=2")
    share = 1 - (1 - 2e-5) ** (8 * 654)
    sent = found["out_packets"]
    assert found["error_bits"] % 4800 == 0
    assert found["error_bits"] / 4800 / sent == pytest.approx(share, rel=0.25)


def test_the_same_seed_gives_the_same_result():
    arguments = ("--bytes=60000", "--ber=1e-5", "--RngRun=3")
    assert metrics(*arguments) == metrics(*arguments)


@pytest.mark.parametrize("arguments, words", [
    (["--alpha=0"], ["alpha=0", "above 0"]), (["--segment=0"], ["segment=0", "1"]),
    (["--ber=1"], ["ber=1", "below 1"]), (["--monitor=maybe"], ["monitor=maybe", "light"]),
    (["--ce=-1"], ["ce=-1", "0"]), (["--queue=0"], ["queue=0", "1"])])
def test_bad_input(arguments, words):
    programs.assert_refused("qos-monitor", arguments, words)


@pytest.mark.parametrize("program, arguments, words", [
    ("hosts", ["--protocol=dccp"], ["protocol=dccp", "xtp"]),
    ("hosts", ["--rate=0"], ["rate=0", "above 0"]), ("hosts", ["--loss=1"], ["loss=1", "below 1"]),
    ("setup", ["--profile=1401"], ["profile=1401", "1400"]),
    ("reserve", ["--by=hope"], ["by=hope", "peak"]), ("reserve", ["--mean=1"], ["mean=1", "0.95"]),
    ("interface", ["--records=1"], ["records=1", "100"]),
    ("formulas", ["--records=0"], ["records=0", "1"])])
def test_bad_input_of_the_others(program, arguments, words):
    programs.assert_refused(f"qos-monitor-{program}", arguments, words)

# SPDX-License-Identifier: GPL-2.0-only
"""./hsn run PROGRAM --monitor: the same simulation, and a page that a browser shows as it should."""

import json
import os
import re
import subprocess
import sys

import browser
import programs
import pytest
from conftest import ROOT

from hsn import live, monitored

CONTRACT = "throughput=400kb/s,delay=7.5ms"
ARGUMENTS = ("--protocol=xtp", "--loss=0.02", "--cross=12")

# Of each bar: how many pieces it has, and the colours that the browser gives them; texts that stand
# above each other
SEE = """(() => JSON.stringify([...document.querySelectorAll(".connection svg")].map(svg => ({
  name: svg.closest(".connection").querySelector("h3").textContent,
  wide: svg.querySelector(".curve").getBoundingClientRect().width / svg.getBoundingClientRect().width,
  colours: [...svg.querySelectorAll("rect")].map(r => getComputedStyle(r).fill),
  losses: svg.querySelectorAll(".loss").length,
  axis: [...svg.querySelectorAll("text")].map(t => t.getBoundingClientRect()).filter((a, i, all) =>
    all.some((b, j) => j > i && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
  ).length }))))()"""
GREEN, YELLOW, RED = "rgb(42, 157, 58)", "rgb(232, 180, 0)", "rgb(210, 47, 39)"


def run(results, *arguments):
    """./hsn run, with results in a folder of its own."""
    return subprocess.run([sys.executable, ROOT / "hsn", "run", *arguments], text=True, check=False,
                          capture_output=True, env={**os.environ, "HSN_RESULTS": str(results)})


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A monitored run: its standard output and the page."""
    results = tmp_path_factory.mktemp("results")
    done = run(results, "qos-monitor-hosts", *ARGUMENTS, "--monitor",
               f"--monitor-contract={CONTRACT}")
    assert done.returncode == 0, done.stderr
    return done.stdout, results / "report" / "monitor" / "qos-monitor-hosts.html"


@pytest.mark.builds
def test_the_simulation_stays_the_same(page):
    plain = programs.metrics("qos-monitor-hosts", *ARGUMENTS)
    assert json.loads(page[0].splitlines()[-1]) == plain


@pytest.mark.builds
def test_a_browser_shows_the_timelines(page, tmp_path):
    if not browser.find():
        pytest.skip("no Chromium: apt-get install chromium-headless-shell")
    with browser.Browser(tmp_path) as chromium:
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                assert browser.complaints(chromium.look(page[1], width, scheme)) == []
        found = chromium.ask("Runtime.evaluate", expression=SEE, returnByValue=True)
        lines = json.loads(found["result"]["value"])
    sent = [one for one in lines if "XtpSocket 10.0.1.1" in one["name"]]
    assert sent and all(one["axis"] == 0 for one in lines)
    # the cross traffic fills the line from a third to the half of the time, and packets are lost
    assert {GREEN, RED} <= set(sent[0]["colours"]) and sent[0]["losses"] > 0
    assert sent[0]["wide"] > 0.7


@pytest.mark.builds
def test_the_page_is_one_file(page):
    text = page[1].read_text(encoding="utf-8")
    assert "http-equiv" not in text  # the run is over
    assert not re.search(r"(src|href)=\"(?!#)", text)
    assert f"--monitor-contract={CONTRACT}" in text


@pytest.mark.builds
def test_files_tell_what_was_sent(page):
    """400 kb/s of 500 octets from 1.003 s on: the source's own count."""
    folder = page[1].parents[2] / "monitor" / "qos-monitor-hosts"
    about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert about["status"] == 0 and about["contract"] == CONTRACT
    connections = {one.name: one for one in live.read_simulation(folder / "run-1.jsonl")}
    udp = [one for name, one in connections.items() if name.startswith("UDP") and ":9" in name]
    # 12 Mb/s from 3.33 to 5 s in datagrams of 1250 octets
    octets = max(line.last["octets"] for one in udp for line in one.drawn())
    assert octets == pytest.approx(12e6 / 8 * (5 - 10 / 3), rel=0.01)


@pytest.mark.builds
def test_other_programs_need_not_know(tmp_path):
    """A program without any monitor, and without a contract: shades instead of colours."""
    done = run(tmp_path, "frm-sockets", "--monitor")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "report" / "monitor" / "frm-sockets.html").read_text(encoding="utf-8")
    assert 'class="shade5"' in text and "without a contract" in text
    assert "FrmSocket" in text


def test_a_program_is_monitored_once_at_a_time(tmp_path):
    """The second run would delete the files that the first is writing."""
    program = tmp_path / "hsn-toy-monitored"
    program.write_text('#!/bin/sh\necho "{}" > "$HSN_MONITOR/run-1.jsonl"\necho ready\nread word\n')
    program.chmod(0o755)
    code = f"""if True:
        import sys
        from pathlib import Path
        sys.path.insert(0, {str(ROOT / "bindings")!r})
        from hsn import monitored
        writer = [sys.executable, "-c", "import sys; sys.stdin.read()"]
        print(monitored.run(Path({str(program)!r}), sys.argv[1:], "", Path({str(tmp_path)!r}), writer)[0])
        """
    folder = tmp_path / "monitor" / "toy"

    def start(argument):
        return subprocess.Popen([sys.executable, "-c", code, argument], text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    with start("first") as first:
        assert first.stdout.readline() == "ready\n"
        with start("second") as second:
            out, err = second.communicate("end\n", timeout=60)
        assert second.returncode == 1 and out == ""
        assert f"toy is being monitored by process {first.pid}" in err
        assert (folder / "run-1.jsonl").exists()
        assert first.communicate("end\n", timeout=60)[0] == "0\n"
    about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert about["arguments"] == ["first"] and about["status"] == 0
    with start("third") as third:
        assert third.communicate("end\n", timeout=60)[0] == "ready\n0\n"


def test_a_page_while_the_program_runs(tmp_path):
    """A line that is half written is left out; the browser is asked to come again."""
    row = {"connId": "0000000200000001", "direction": "out", "throughput": 8000, "packets": 1,
           "octets": 1000, "status": 1, "age": 100, "lastChange": 0}
    update = {"time_s": 1.0, "rows": [row]}
    (tmp_path / "run.json").write_text(json.dumps(
        {"program": "<toy>", "arguments": ["--a=<b>"], "contract": "", "status": None}))
    (tmp_path / "run-1.jsonl").touch()  # nobody has connected yet
    live.write(tmp_path, tmp_path / "page.html", True)
    assert "0 connections</h2>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    (tmp_path / "run-1.jsonl").write_text(f"{json.dumps(update)}\n" + '{"time_s": 2.0, "ro')
    live.write(tmp_path, tmp_path / "page.html", True)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert 'http-equiv="refresh"' in text and "&lt;toy&gt;" in text and "<toy>" not in text
    assert "node 2" in text and "8 kb/s" in text and 'class="shade' in text
    # with a contract, the light: 2 is green in the MIB
    update["rows"] = [{**row, "throughputContract": 4000, "status": 2}]
    (tmp_path / "run-1.jsonl").write_text(f"{json.dumps(update)}\n")
    live.write(tmp_path, tmp_path / "page.html", False)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert 'class="green"' in text and 'class="shade' not in text


@pytest.mark.parametrize("arguments, own, contract", [
    (["--a=1"], ["--a=1"], None), (["--monitor", "--a=1"], ["--a=1"], ""),
    (["--monitor=on"], ["--monitor=on"], None),  # a program's own option
    (["--monitor-contract=delay=5ms"], [], "delay=5ms")])
def test_options(arguments, own, contract):
    assert monitored.split(arguments) == (own, contract)


@pytest.mark.parametrize("contract, words", [
    ("loss=1", "'loss' must be one of throughput, delay, jitter"),
    ("throughput=fast", "throughput=fast must be above 0, a rate"),
    ("delay=0ms", "delay=0ms must be above 0, a time"), ("delay=5", "a time such as 7.5ms"),
    ("jitter=1ms,jitter=1ms", "jitter is there twice")])
def test_contracts_are_refused(contract, words):
    assert words in monitored.complaint(contract)
    done = subprocess.run([sys.executable, ROOT / "hsn", "run", "toy", f"--monitor-contract={contract}"],
                          text=True, check=False, capture_output=True)
    assert done.returncode == 1 and words in done.stderr


def test_contracts_are_taken():
    assert monitored.complaint("throughput=1.5Mb/s,delay=7.5ms,jitter=100us") is None
    assert monitored.complaint("") is None

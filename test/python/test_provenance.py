# SPDX-License-Identifier: GPL-2.0-only
"""Where results come from: stored with runs and figures, shown on pages, written into files."""

import hashlib
import json
import re
import socket
from xml.etree import ElementTree

from hsn import provenance, report
from hsn.version import git_version

STAMP = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


def records(house):
    path = house.results / "toy" / "store.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rewrite(house, **changes):
    """Change fields of all stored runs; None removes one."""
    lines = []
    for one in records(house):
        one |= changes
        one.pop("sum", None)  # earlier versions had none
        lines.append(json.dumps({name: value for name, value in one.items() if value is not None}))
    path = house.results / "toy" / "store.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_runs_and_figures_keep_where_they_come_from(house):
    assert house.cli("figure", "toy", "--only", "fig1").returncode == 0
    [one, *_] = [run for run in records(house)
                 if run["params"] == {"x": 1, "kind": "a", "deep": True} and run["seed"] == 1]
    assert one["version"] == git_version() and one["host"] == socket.gethostname()
    assert STAMP.fullmatch(one["date"])
    assert one["command"] == "toy-program --deep=true --x=1 --kind=a --RngRun=1"
    # a script has no parts that are not loaded, and no libraries: the hash of the hash of the file
    program = hashlib.sha256((house.bin / "toy-program").read_bytes()).hexdigest()
    assert one["code"] == hashlib.sha256(program.encode()).hexdigest()

    made = json.loads((house.results / "toy/figures.json").read_text())["fig1"]["provenance"]
    assert made["command"] == "./hsn figure toy --quick --only fig1"
    assert made["host"] == socket.gethostname() and STAMP.fullmatch(made["date"])
    assert made["runs"]["count"] == 8 and made["runs"]["versions"] == [git_version()]
    assert made["runs"]["code"] == {"toy-program": [one["code"]]}

    folder = house.results / "toy" / "figures"
    svg = ElementTree.parse(folder / "fig1.svg").getroot()
    title, about = (svg.find(f".//{{http://purl.org/dc/elements/1.1/}}{name}").text
                    for name in ("title", "description"))
    assert title == "toy fig1: A line"
    png, pdf = (folder / "fig1.png").read_bytes(), (folder / "fig1.pdf").read_bytes()
    page = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    for part in (made["command"], git_version(), socket.gethostname(), one["code"][:12],
                 made["runs"]["first"]):
        assert part in about and part.encode() in png and part.encode() in pdf and part in page
    assert "were made by other versions" not in page


def test_a_page_that_is_written_later_says_so(house, monkeypatch):
    assert house.cli("figure", "toy").returncode == 0
    monkeypatch.setattr(report, "git_version", lambda: "v9.9-new")
    report.write_report()
    page = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    notice = " ".join(re.search(r'<p class="old">(.*?)</p>', page, re.DOTALL)[1].split())
    assert notice == (f"Figures of this page, or their runs, were made by other versions "
                      f"({git_version()}) than the one that wrote the page (v9.9-new); "
                      "each tells its own.")
    assert page.split("This page was written by")[1].count("v9.9-new") == 1


def test_runs_of_earlier_versions_are_read(house):
    """They have neither date, host, code nor command; before that no version."""
    assert house.cli("figure", "toy").returncode == 0
    rewrite(house, date=None, host=None, code=None, command=None, version=None)
    starts = house.starts()
    done = house.cli("figure", "toy")
    assert done.returncode == 0 and house.starts() == starts, done.stderr
    made = json.loads((house.results / "toy/figures.json").read_text())["fig1"]["provenance"]
    assert made["runs"] == {"count": 8, "first": None, "last": None, "versions": ["unknown"],
                            "hosts": ["unknown"], "code": {"toy-program": ["unknown"]}}
    page = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    assert "8 runs by version unknown" in " ".join(page.split())


def test_figures_of_earlier_versions_are_shown(house):
    assert house.cli("figure", "toy").returncode == 0
    path = house.results / "toy" / "figures.json"
    drawn = json.loads(path.read_text())
    for one in drawn.values():
        del one["provenance"], one["pdf"]
    path.write_text(json.dumps(drawn), encoding="utf-8")
    (house.results / "report" / "toy.html").unlink()
    assert house.cli("report").returncode == 0
    page = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    assert page.count("Drawn by a version that did not note its own name.") == 2
    assert 'src="toy/figures/fig1.svg"' in page


def test_the_same_runs_give_the_same_text():
    runs = {"count": 1, "first": "d", "last": "d", "versions": ["v"], "hosts": ["h"],
            "code": {"p": ["0" * 64]}}
    text = {provenance_text(date, host, runs) for date, host in (("a", "b"), ("c", "d"))}
    assert len(text) == 1


def provenance_text(date, host, runs):
    return "\n".join(provenance.in_words({"version": "v", "date": date, "host": host,
                                          "command": "c", "ns-3": "3", "runs": runs}))


def test_a_notice_names_each_other_version_once():
    made = {"version": "b", "runs": {"versions": ["a", "b", "c"]}}
    assert provenance.other_versions(made, "c") == ["a", "b"]
    assert provenance.other_versions(None, "c") == provenance.other_versions([], "c") == []

# SPDX-License-Identifier: GPL-2.0-only
"""The pictures of README and manual: `./hsn pictures`."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT
from programs import BUILD

from hsn import catalogue, paper, pictures, published

FIGURES = ROOT / "doc" / "figures"
MADE = ("congestion-*.svg", "atm-scaling-*.svg", "web-cost.svg")  # the others are drawn by hand
METADATA = re.compile(r" <metadata>.*?</metadata>", re.DOTALL)


def about(path):
    """What a picture says of itself."""
    found = re.search(r"<dc:description>(.*?)</dc:description>", path.read_text("utf-8"), re.DOTALL)
    return found[1] if found else ""


@pytest.mark.rotating
@pytest.mark.parametrize("key", paper.known_keys())
def test_the_gallery_is_what_the_published_runs_draw(key, tmp_path):
    """So no picture is older than the runs, which test_published.py compares with the programs."""
    picture = catalogue.Entry(ROOT / "examples" / key).picture
    drawn = pictures.draw_paper(key, tmp_path)
    assert drawn.name == picture
    assert drawn.read_bytes() == (pictures.GALLERY / picture).read_bytes()
    assert f"command: ./hsn figure {key} --published --only " in about(drawn)
    assert "dirty" not in about(drawn)


def test_measured_pictures_say_what_made_them():
    found = sorted(path for pattern in MADE for path in FIGURES.glob(pattern))
    assert len(found) == 10
    for path in found:
        lines = about(path).splitlines()
        assert [line.split(":")[0].split(" of ")[0] for line in lines] == \
            ["command", "ns-3", "version", "made", "code"], path.name
        assert re.fullmatch(r"command: \./hsn pictures (congestion|scaling|web)", lines[0])
        assert re.fullmatch(r"version: (?!.*dirty)\S+", lines[2]), path.name
        assert re.fullmatch(r"code of hsn-bench-[a-z-]+: [0-9a-f]{12}", lines[4])


@pytest.mark.bench
def test_simulated_pictures_are_what_the_programs_draw_now(tmp_path):
    """One of the seven that the same command draws; times that others show are a machine's."""
    done = subprocess.run([sys.executable, ROOT / "bench" / "plot-congestion.py", "--output", tmp_path,
                           "stcp"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    new, old = ((folder / "congestion-stcp.svg").read_text("utf-8") for folder in (tmp_path, FIGURES))
    assert METADATA.sub("", new) == METADATA.sub("", old)


def test_what_benchmarks_draw_has_a_script_and_a_program():
    for measured in pictures.MEASURED.values():
        assert (ROOT / "bench" / measured.script).is_file()
        assert (ROOT / "bench" / f"{measured.program.removeprefix('hsn-bench-')}.cc").is_file()


@pytest.mark.bench
@pytest.mark.parametrize("name", ["scaling", "web"])
def test_measured_pictures_can_be_drawn(name, tmp_path):
    one = pictures.MEASURED[name]
    assert (BUILD / "bin" / one.program).exists()
    done = subprocess.run([sys.executable, ROOT / "bench" / one.script, "--quick", "--output", tmp_path],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    drawn = sorted(tmp_path.iterdir())
    assert {path.name for path in drawn} <= {path.name for path in FIGURES.iterdir()}
    assert all(f"command: ./hsn pictures {name}" in about(path) for path in drawn) and drawn


def test_names(house):
    assert pictures.select("web") == ["web"]
    with pytest.raises(paper.PaperError, match="no pictures 'cats'; there are: .*congestion"):
        pictures.select("cats")
    done = house.cli("pictures", "cats")
    assert done.returncode == 1 and "hsn: error: no pictures 'cats'" in done.stderr


def test_a_paper_without_published_runs_has_no_picture(house):
    (house.paper / "paper.toml").write_text('title = "Toy"\nauthors = "A. Maker"\nfigure = "fig1"\n'
                                            'caption = "Lines."\n', encoding="utf-8")
    done = house.cli("pictures", "toy")
    assert done.returncode == 1 and "toy has no published runs" in done.stderr
    assert published.NAME in done.stderr

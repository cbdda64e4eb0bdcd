# SPDX-License-Identifier: GPL-2.0-only
"""README's table, the gallery and the manual's lists come from the papers' and chapters' own files."""

import shutil

import pytest
from conftest import ROOT

from hsn import catalogue
from hsn.paper import load_paper

PAPER_TOML = """\
title = "Cells & sheep"
authors = "A. Shepherd"
venue = "Meadow"
year = 1991
figure = "fig2"
caption = "Sheep by cell."
"""

CLAIM = """
[[claim]]
id = "sheep-c{number}"
text = "t"
figure = "fig2"
kind = "{kind}"
criterion = "c"
{rest}
"""

TEST = """
[[claim.test]]
measure = "m"
text = "m"
equals = 1
"""


@pytest.fixture(name="tree")
def _tree(tmp_path):
    """A copy of what the lists are made from and in."""
    shutil.copytree(ROOT / "doc", tmp_path / "doc")
    shutil.copy(ROOT / "README.md", tmp_path)
    for path in (ROOT / "examples").glob("*/*.*"):
        if path.name in ("figures.py", "paper.toml", "claims.toml"):
            target = tmp_path / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return tmp_path


@pytest.fixture(name="sheep")
def _sheep(tree):
    """A paper of which one claim holds, two differ, one has no check, one waits for the full mode,
    and one depends on the machine: counted by hand below."""
    folder = tree / "examples" / "sheep"
    folder.mkdir()
    (folder / "figures.py").write_text("", encoding="utf-8")
    (folder / "paper.toml").write_text(PAPER_TOML, encoding="utf-8")
    both = '{ quick = "holds", full = "differs" }'
    claims = [
        ("exact", f'check = "a"\nexpected = {both}' + TEST),
        ("exact", 'check = "a"\nexpected = { quick = "differs" }' + TEST),
        ("exact", 'check = "a"\nexpected = { quick = "differs" }' + TEST),
        ("exact", 'unchecked = "no way"'),
        ("exact", 'check = "a"\nneeds = "full"\nexpected = { full = "holds" }' + TEST),
        ("host", 'check = "a"\nexpected = { quick = ["holds", "differs"] }' + TEST)]
    (folder / "claims.toml").write_text("".join(
        CLAIM.format(number=number, kind=kind, rest=rest)
        for number, (kind, rest) in enumerate(claims)), encoding="utf-8")
    return folder


def test_lists_are_not_old():
    assert [str(path) for path in catalogue.outdated()] == [], "run ./hsn index"


def test_a_new_paper_needs_its_folder_and_the_command(tree, sheep):
    assert {path.name for path in catalogue.outdated(tree)} >= {"README.md", "gallery.rst"}
    (tree / "doc/gallery/sheep-fig2.svg").write_text("<svg/>", encoding="utf-8")
    assert catalogue.write(tree)[1] == []
    assert catalogue.outdated(tree) == []
    readme = (tree / "README.md").read_text("utf-8")
    line = next(line for line in readme.splitlines() if "examples/sheep" in line)
    assert line == ("| [`sheep`](examples/sheep/README.md): A. Shepherd, *Cells & sheep* | 1 hold, "
                    "2 differ, 2 unchecked, 1 either | 1 hold, 1 differ, 1 unchecked, 3 not recorded |")
    chapter = (tree / "doc/gallery.rst").read_text("utf-8")
    assert "sheep, figure 2\n***************\n" in chapter
    assert "A. Shepherd, *Cells & sheep*, Meadow, 1991.\nSheep by cell.\n" in chapter
    assert ".. image:: gallery/sheep-fig2.svg" in chapter
    assert sheep.exists()


def test_a_missing_picture_is_asked_for(tree, sheep):
    assert catalogue.write(tree)[1] == ["./hsn publish sheep --quick && ./hsn pictures sheep"]
    assert [path.name for path in catalogue.outdated(tree)] == ["sheep-fig2.svg"]
    assert sheep.exists()


def test_a_new_chapter_needs_its_file_and_the_command(tree):
    (tree / "doc" / "sheep.rst").write_text("Sheep\n-----\n", encoding="utf-8")
    (tree / "doc" / "goats.rst").write_text(
        ".. part: Experiments, 15\n.. summary: Of goats.\n\nGoats\n-----\n", encoding="utf-8")
    catalogue.write(tree)
    index, entry = ((tree / "doc" / name).read_text("utf-8") for name in ("index.rst", "hsn.rst"))
    models = index[index.index(":caption: Models"):].split("\n\n")[1]
    assert models.endswith("\n   sheep")  # it names no place: the last one
    assert "   experiments\n   goats\n   gallery\n" in index
    assert ":doc:`sheep`\n    Sheep.\n" in entry and ":doc:`goats`\n    Of goats.\n" in entry


@pytest.mark.parametrize("name, shown", [
    ("README.md", "*Is VBR a solution"), ("doc/gallery.rst", "*Is VBR a solution"),
    ("doc/index.rst", "   sstp"), ("doc/hsn.rst", "Segments with loss tolerances")])
def test_a_changed_list_is_old_and_made_again(tree, name, shown):
    path = tree / name
    good = path.read_text("utf-8")
    assert good.count(shown) == 1
    path.write_text(good.replace(shown, shown[:-1]), encoding="utf-8")
    assert catalogue.outdated(tree) == [path]
    catalogue.write(tree)
    assert path.read_text("utf-8") == good


def test_conflict_marks_within_a_list_go(tree):
    path = tree / "README.md"
    good = path.read_text("utf-8")
    path.write_text(good.replace("| [`tear`]", "<<<<<<< HEAD\n| [`tear`]"), encoding="utf-8")
    catalogue.write(tree)
    assert path.read_text("utf-8") == good


@pytest.mark.parametrize("text, complaint", [
    ("title = 3\n", "title = 3 is not a text"),
    (PAPER_TOML.replace("1991", '"1991"'), "year = '1991' is not a whole number"),
    (PAPER_TOML.replace("1991", "true"), "year = True is not a whole number"),
    (PAPER_TOML.replace("venue", "venu"), "unknown field 'venu'"),
    (PAPER_TOML.replace("figure", "#"), "'figure' is missing"),
    (PAPER_TOML + "x", "Expected")])
def test_a_wrong_paper_toml_is_named(sheep, text, complaint):
    (sheep / "paper.toml").write_text(text, encoding="utf-8")
    with pytest.raises(catalogue.CatalogueError, match="sheep/paper.toml: ") as caught:
        catalogue.Entry(sheep)
    assert complaint in str(caught.value)


def test_an_unknown_part_is_named(tree):
    (tree / "doc" / "sheep.rst").write_text(".. part: Beasts\n\nSheep\n-----\n", encoding="utf-8")
    with pytest.raises(catalogue.CatalogueError, match="sheep.rst: part 'Beasts' is none of Overview"):
        catalogue.chapters(tree)


@pytest.mark.parametrize("key", [path.parent.name for path in (ROOT / "examples").glob("*/figures.py")])
def test_papers_have_facts_and_the_figure_of_the_gallery(key):
    paper, facts = load_paper(key), catalogue.load_facts(ROOT / "examples" / key)
    assert (paper.title, paper.authors) == (facts["title"], facts["authors"])
    assert facts["figure"] in [figure.id for figure in paper.figures]


def test_the_report_names_paper_and_counts(house):
    (house.paper / "paper.toml").write_text(PAPER_TOML, encoding="utf-8")
    assert house.cli("report").returncode == 0
    page, index = ((house.results / "report" / name).read_text("utf-8")
                   for name in ("toy.html", "index.html"))
    assert "Cells &amp; sheep" in page and "Meadow, 1991" in page
    assert "Cells &amp; sheep" in index and "Recorded beside the criteria" in page

# SPDX-License-Identifier: GPL-2.0-only
"""From the command to the report."""

import json
import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """Collects ids and local links, and counts open elements."""

    VOID = {"meta", "img", "br", "link", "input"}

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.open = [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [attrs[name] for name in ("href", "src") if name in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_figure_makes_everything(house):
    done = house.cli("figure", "toy", "--quick")
    assert done.returncode == 0, done.stderr
    assert "toy: 2 figures; claims: 1 hold, 1 differ, 3 unchecked" in done.stdout
    for name in ("figures/fig1.svg", "figures/fig1.png", "data/line.csv", "store.jsonl"):
        assert (house.results / "toy" / name).stat().st_size > 0
    folder = house.results / "report"
    page = Page(folder / "toy.html")
    assert {f"toy-c0{n}" for n in range(1, 6)} | {"fig1", "tab1"} <= set(page.ids)
    for link in page.links + Page(folder / "index.html").links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert (folder / link).exists(), link
    assert not page.open


def test_what_the_page_says(house):
    house.cli("figure", "toy")
    text = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    for part in ("Toys &amp; &lt;games&gt;", "y is 2 x + 1 &lt;always&gt;", "a&lt;b",
                 "Because it was made so.", "on purpose", "./hsn figure toy --quick --only fig1",
                 "needs a machine of 1994", "toy-program"):
        assert part in text, part
    assert "<games>" not in text


def section(page, claim):
    """The part of a page that is about a claim, without tags."""
    text = page.read_text(encoding="utf-8").split(f'id="{claim}"')[1].split('class="card claim"')[0]
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_what_a_claim_shows(house):
    house.edit("claims.toml", 'expected = { quick = "holds", full = "holds" }',
               'expected = { quick = "differs" }')
    house.cli("figure", "toy", "--full")
    house.cli("figure", "toy", "--only", "tab1")
    page = house.results / "report" / "toy.html"
    first = section(page, "toy-c01")
    for part in ("y is 2 x + 1", "holds unexpected quick mode, exact", "Criterion. y is 15 for x = 7.",
                 "y for x = 7 15 apples exactly 15 apples holds",
                 "Expected verdict: differs (quick mode)."):
        assert part in first, part
    second = section(page, "toy-c02")
    for part in ("differs full mode, qualitative", "largest y at most 5 9 differs", "Note. on purpose",
                 "Explanation. Because it was made so.",
                 "Expected verdict: differs (quick mode), differs (full mode)."):
        assert part in second, part
    third = section(page, "toy-c03")
    for part in ("holds calibrated full mode", "mean of y at least 0 and at most 100",
                 "3, b 8.0 ± 2.5 3 holds", "Calibrated. The slope was fitted to y = 5 at x = 2."):
        assert part in third, part
    assert "Note. needs a machine of 1994" in section(page, "toy-c04")
    assert "Note. cannot tell" in section(page, "toy-c05")
    assert "stale" not in first + second + third


def test_same_results_same_pages(house):
    house.cli("figure", "toy")
    pages = [(house.results / "report" / name) for name in ("toy.html", "index.html")]
    before = [page.read_bytes() for page in pages]
    assert house.cli("report").returncode == 0
    assert [page.read_bytes() for page in pages] == before


def test_report_without_results(house):
    done = house.cli("report")
    assert done.returncode == 0, done.stderr
    text = (house.results / "report" / "index.html").read_text(encoding="utf-8")
    assert "0 of 2" in text and "./hsn figure toy --quick" in text


def test_only_some_figures(house):
    done = house.cli("figure", "toy", "--only", "tab1")
    assert done.returncode == 0 and house.starts() == 2  # the table's and its claim's run
    assert not (house.results / "toy" / "figures").exists()
    done = house.cli("figure", "toy", "--only", "fig7")
    assert done.returncode == 1 and "no figure 'fig7'; it has fig1, tab1" in done.stderr


def test_a_verdict_under_another_criterion_is_stale(house):
    house.cli("figure", "toy")
    page = house.results / "report" / "toy.html"
    assert "Changed since" not in page.read_text(encoding="utf-8")
    house.edit("claims.toml", "y is 15 for x = 7.", "y is 16 for x = 7.")
    house.cli("report")
    text = page.read_text(encoding="utf-8")
    assert "Changed since this verdict was found: the criterion." in text
    assert "1 stale" in text and "1 holds" not in text


def test_a_draw_function_that_fails_leaves_the_others(house):
    path = house.paper / "figures.py"
    path.write_text(path.read_text(encoding="utf-8").replace(
        "def draw_tab1(ctx):", "def draw_tab1(ctx):\n    raise ValueError('no ink')"),
        encoding="utf-8")
    done = house.cli("figure", "toy")
    assert done.returncode == 1 and "tab1: FAILED: ValueError: no ink" in done.stdout
    assert (house.results / "toy" / "figures" / "fig1.svg").exists()
    assert "no ink" in (house.results / "report" / "toy.html").read_text(encoding="utf-8")


def test_failing_runs_are_shown_and_the_exit_status_says_so(house):
    path = house.paper / "figures.py"
    path.write_text(path.read_text(encoding="utf-8").replace(
        'fixed={"deep": True}', 'fixed={"fail": 2}'), encoding="utf-8")
    done = house.cli("figure", "toy")
    assert done.returncode == 1
    assert "4 runs failed" in done.stderr and "x is not to my liking" in done.stderr
    assert (house.results / "toy" / "figures" / "fig1.svg").exists()  # from what there is


def test_old_results_are_marked_in_figure_and_report(house):
    assert house.cli("figure", "toy", "--quick").returncode == 0
    path = house.results / "toy" / "store.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(line["version"] and line.pop("sum") for line in lines)
    path.write_text("".join(json.dumps({**line, "version": "v0.1-7-gabcdef0"}) + "\n"
                            for line in lines), encoding="utf-8")
    house.write_program("recompiled")
    starts = house.starts()
    done = house.cli("figure", "toy", "--quick", "--keep-old")
    assert done.returncode == 0 and house.starts() == starts
    assert "toy fig1: old results: 8 of 8 runs, by version v0.1-7-gabcdef0" in done.stderr
    picture = house.results / "toy" / "figures" / "fig1.svg"
    assert 'id="mark"' in picture.read_text(encoding="utf-8")
    page = house.results / "report" / "toy.html"
    # fig1 and tab1, each with its mark and where it comes from; the two claims that were decided;
    # the notice on top of the page
    assert page.read_text(encoding="utf-8").count("v0.1-7-gabcdef0") == 7
    for part in ("stale was: holds", "old results 1 of 1 runs were made by version v0.1-7-gabcdef0",
                 "Changed since its runs were made: a program, the results of the runs."):
        assert part in section(page, "toy-c01"), part
    assert "old results 8 of 8 runs" in section(page, "toy-c02")
    assert "2 stale" in page.read_text(encoding="utf-8")
    assert "toy: claims: old results" in house.cli("claims", "toy", "--keep-old").stderr
    assert house.starts() == starts
    done = house.cli("figure", "toy", "--quick")
    assert done.returncode == 0 and house.starts() > starts
    assert "v0.1-7-gabcdef0" not in page.read_text(encoding="utf-8")
    assert 'id="mark"' not in picture.read_text(encoding="utf-8")


def test_figures_and_claims_lead_to_each_other(house):
    house.add_claim(figure="elsewhere", unchecked="not built")
    house.cli("figure", "toy")
    page = house.results / "report" / "toy.html"
    text = page.read_text(encoding="utf-8")
    contents = text.split("<nav")[1].split("</nav>")[0]
    for name in ("figures", "fig1", "tab1", "claims", "again"):
        assert f'href="#{name}"' in contents
    first = text.split('id="fig1"')[1].split('class="card" id=')[0]
    for claim in ("toy-c02", "toy-c03", "toy-c04", "toy-c05"):
        assert f'href="#{claim}"' in first
        assert 'href="#fig1"' in text.split(f'id="{claim}"')[1].split('class="card claim"')[0]
    assert all(link[1:] in Page(page).ids for link in Page(page).links if link[0] == "#")
    assert "elsewhere" in section(page, "toy-c99")  # not a link, for there is no such figure


def test_not_run_is_not_unchecked(house):
    assert house.cli("report").returncode == 0
    page = house.results / "report" / "toy.html"
    assert "not run" in section(page, "toy-c01") and "unchecked" not in section(page, "toy-c01")
    assert "unchecked" in section(page, "toy-c04")  # there is no check
    index = (house.results / "report" / "index.html").read_text(encoding="utf-8")
    assert "4 not run" in index and "1 unchecked" in index
    house.cli("claims", "toy")
    house.cli("report")
    assert "not run" not in section(page, "toy-c01")
    assert "not run" not in (house.results / "report" / "index.html").read_text(encoding="utf-8")


def add_paper(house, key):
    """A second paper like the first."""
    folder = house.folder / "examples" / key
    folder.mkdir()
    for path in house.paper.iterdir():
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text:
            (folder / path.name).write_text(text.replace('key="toy"', f'key="{key}"'),
                                            encoding="utf-8")
    return folder


def test_a_broken_paper_leaves_the_others(house):
    other = add_paper(house, "other")
    (other / "figures.py").write_text("1 / 0\n", encoding="utf-8")
    done = house.cli("figure", "all")
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert (house.results / "toy" / "figures" / "fig1.svg").exists()
    folder = house.results / "report"
    assert 'id="fig1"' in (folder / "toy.html").read_text(encoding="utf-8")
    assert "ZeroDivisionError" in (folder / "other.html").read_text(encoding="utf-8")
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert "2 of 2" in index and "ZeroDivisionError" in index
    done = house.cli("claims")
    assert done.returncode == 1 and "toy-c01" in done.stdout and "Traceback" not in done.stderr


RUBBISH = ('[]', '7', '{"fig1": 3}', '{"fig1": {"mode": 1}}', '{"toy-c01": []}',
           '{"toy-c01": {"verdict": "holds"}}', '{"fig1": {"mode": "quick", "svg": null, "png": null,'
           ' "table": null, "error": null, "experiments": [1]}}', "no json", "\\udc00")


def test_side_files_of_another_shape_are_no_traceback(house):
    assert house.cli("figure", "toy").returncode == 0
    folder = house.results / "toy"
    from hsn import report

    good = {name: (folder / name).read_text() for name in ("figures.json", "claims.json")}
    for name, kept in good.items():
        for text in RUBBISH:
            (folder / name).write_text(text, encoding="utf-8")
            written = report.write_report()
            page = (written.index.parent / "toy.html").read_text(encoding="utf-8")
            assert ("cannot be shown" in page) == bool(written.problems)
            assert written.index.exists()
        (folder / name).write_text(kept)
    claims = json.loads(good["claims.json"])
    claims["toy-c01"]["tests"] = [5]
    (folder / "claims.json").write_text(json.dumps(claims))
    assert not report.write_report().problems
    page = house.results / "report" / "toy.html"
    assert "its stored verdict cannot be read" in section(page, "toy-c01")
    assert "differs" in section(page, "toy-c02")


def test_a_page_that_fails_half_way_is_left_as_it_was(house, monkeypatch):
    from hsn import report

    house.cli("report")
    page = house.results / "report" / "toy.html"
    before = page.read_bytes()

    def full(path, content):
        raise report.SweepStopped(f"cannot write {path}: the disk is full; {len(content)}")

    monkeypatch.setattr(report, "write_atomically", full)
    try:
        report.write_report()
    except report.SweepStopped:
        pass
    assert page.read_bytes() == before
    assert sorted(path.name for path in page.parent.iterdir()) == ["index.html", "toy.html"]

# SPDX-License-Identifier: GPL-2.0-only
"""From the command to the report."""

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


def test_a_verdict_under_another_criterion_is_forgotten(house):
    house.cli("figure", "toy")
    path = house.paper / "claims.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("y(7) = 15", "y(7) = 16"),
                    encoding="utf-8")
    house.cli("report")
    assert "not run yet" in (house.results / "report" / "toy.html").read_text(encoding="utf-8")


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

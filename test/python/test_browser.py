# SPDX-License-Identifier: GPL-2.0-only
"""The report in a real browser, on a telephone and on a desk, light and dark."""

import browser
import pytest

WIDTHS = (390, 1280)
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    if not browser.find():
        pytest.skip("no Chromium: apt-get install chromium-headless-shell")
    with browser.Browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


def look(chromium, path):
    """What is wrong with a page at each width in each scheme; and how many images it has."""
    lines, images = [], set()
    for width in WIDTHS:
        for scheme in SCHEMES:
            found = chromium.look(path, width, scheme)
            assert 0 <= width - found["width"] <= 20  # a bar for scrolling
            images.add(found["images"])
            lines += [f"{path.name}, {width} px, {scheme}: {one}"
                      for one in browser.complaints(found)]
    assert len(images) == 1
    return lines, images.pop()


def test_the_report_fits_and_shows_all_images(house, chromium):
    long = "a-parameter-whose-name-is-far-longer-than-a-telephone-is-wide-" * 3
    house.edit("figures.py", 'fixed={"deep": True}', f'fixed={{"{long}": True}}')
    house.edit("figures.py", '"A line"', '"A line of class ' + "ns3::hsn::" * 12 + '"')
    house.edit("claims.toml", "Because it was made so.", "See `" + "x" * 120 + "`.")
    assert house.cli("figure", "toy").returncode == 0
    report = house.results / "report"
    for name, images in (("index.html", 0), ("toy.html", 1)):
        assert look(chromium, report / name) == ([], images)
    for picture in (report / "toy" / "figures").iterdir():
        picture.unlink()
    lines, _ = look(chromium, report / "toy.html")
    assert len(lines) == 4 and all("missing: file://" in line for line in lines)


def test_what_is_wrong_is_found(tmp_path, chromium):
    page = tmp_path / "page.html"
    page.write_text("<meta charset=utf-8><body style='margin:0;background:#fff'>"
                    "<p style='color:#bbb'>pale</p><div style='width:500px' id=wide>wide</div>"
                    "<div style='overflow-x:auto'><p style='width:9999px'>may scroll</p></div>",
                    encoding="utf-8")
    found = chromium.look(page, 390, "light")
    assert found["overflowing"] == ["div#wide wide"] and found["scroll"] == 500
    assert [one.split()[1] for one in found["pale"]] == ["pale"]
    assert browser.complaints(chromium.look(page, 1280, "light")) == [
        f"pale: {found['pale'][0]}"]

# SPDX-License-Identifier: GPL-2.0-only
"""Lists that are made from the papers' folders and the manual's chapters: `./hsn index`.

    examples/<key>/paper.toml     title, authors, venue, year, figure, caption
    examples/<key>/claims.toml    the recorded verdicts, counted by mode
    doc/<chapter>.rst             at its top, `.. part: Models, 40` and `.. summary: One sentence.`

README's table of papers, doc/gallery.rst and the lists of chapters in doc/index.rst and doc/hsn.rst
come from these.  Needs the standard library only.
"""

import re
import tomllib
from pathlib import Path

from .claims import MODES, load_claims

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ("title", "authors", "venue", "figure", "caption", "url")
NEEDED = ("title", "authors", "figure", "caption")
PARTS = ("Overview", "Models", "Experiments", "Extending hsn")
BEGIN, END = "made by ./hsn index: {}", "end of what ./hsn index made"


class CatalogueError(Exception):
    """A paper.toml or a chapter is invalid; the message is for the user."""


# --- papers ------------------------------------------------------------------------------


def load_facts(folder):
    """What a folder's paper.toml says, {} without one."""
    path = Path(folder) / "paper.toml"
    if not path.exists():
        return {}
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path}: {error}") from None
    for name, value in facts.items():
        if name not in (*TEXTS, "year"):
            raise CatalogueError(f"{path}: unknown field '{name}'; there are {', '.join(TEXTS)}, year")
        kind, word = (int, "a whole number") if name == "year" else (str, "a text")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise CatalogueError(f"{path}: {name} = {value!r} is not {word}")
    for name in NEEDED:
        if not facts.get(name):
            raise CatalogueError(f"{path}: '{name}' is missing")
    return facts


def where_published(facts):
    """Venue and year in one text."""
    return ", ".join(str(facts[name]) for name in ("venue", "year") if facts.get(name))


def count_expected(claims):
    """{mode: {"holds": n, "by arithmetic": n, "differs": n, "unchecked": n, "either": n, "not recorded":
    n}} of the verdicts that claims.toml records; "by arithmetic" are those that hold whatever is
    simulated, "either" those that depend on the machine."""
    counts = {}
    for mode in MODES:
        words = dict.fromkeys(("holds", "by arithmetic", "differs", "unchecked", "either",
                               "not recorded"), 0)
        for claim in claims:
            found = claim.expects(mode) or ["not recorded"]
            word = found[0] if len(found) == 1 else "either"
            words["by arithmetic" if word == "holds" and claim.arithmetic else word] += 1
        counts[mode] = words
    return counts


def recorded(counts, mode):
    """Was a verdict recorded in this mode for any claim that has a check?"""
    return any(counts[mode][word] for word in ("holds", "differs", "either"))


def verdict_line(counts, mode):
    """The counts of a mode in words: "19 hold, 5 differ, 6 unchecked"."""
    if not recorded(counts, mode):
        return "not run"
    verbs = {"holds": "hold", "differs": "differ", "either": "either"}
    return ", ".join(f"{number} {verbs.get(word, word)}"
                     for word, number in counts[mode].items() if number)


class Entry:
    """A paper as the lists show it."""

    def __init__(self, folder):
        self.key, self.folder = folder.name, folder
        self.facts = load_facts(folder)
        if not self.facts:
            raise CatalogueError(f"{folder}/paper.toml is missing")
        self.counts = count_expected(load_claims(folder))
        self.picture = f"{self.key}-{self.facts['figure']}.svg"


def entries(root=ROOT):
    """All papers of a tree, by key."""
    return [Entry(path.parent) for path in sorted((root / "examples").glob("*/figures.py"))]


def readme_table(papers):
    """README's table of papers."""
    lines = ["| paper | claims, quick | claims, full |", "|---|---|---|"]
    for one in papers:
        full = verdict_line(one.counts, "full")
        if recorded(one.counts, "sample"):
            full += f"; one repetition: {verdict_line(one.counts, 'sample')}"
        lines.append(f"| [`{one.key}`](examples/{one.key}/README.md): {one.facts['authors']}, "
                     f"*{one.facts['title']}* | {verdict_line(one.counts, 'quick')} | {full} |")
    return "\n".join(lines)


GALLERY = """\
.. SPDX-License-Identifier: GPL-2.0-only
.. part: Experiments, 20
.. summary: A figure of every paper.
.. made by ./hsn index from examples/*/paper.toml

Gallery
-------

A figure of every paper, drawn from the runs that ship with it by ``./hsn pictures``. Lines, markers and verdicts of all others
are in the report: ``./hsn figure all --published`` writes ``results/report/index.html`` from these runs, ``./hsn figure KEY --quick``
makes its own. Each file carries the command, the versions and the date of its runs in its metadata.
"""


def gallery(papers):
    """doc/gallery.rst."""
    parts = [GALLERY]
    for one in papers:
        title = f"{one.key}, {readable(one.facts['figure'])}"
        where = where_published(one.facts)
        parts.append(f"{title}\n{'*' * len(title)}\n\n"
                     f"{one.facts['authors']}, *{one.facts['title']}*{', ' + where if where else ''}.\n"
                     f"{one.facts['caption']}\n\n"
                     f".. image:: gallery/{one.picture}\n"
                     f"   :alt: {one.facts['caption']}\n")
    return "\n".join(parts)


def readable(figure):
    """"figure 5" for "fig5"."""
    return re.sub(r"^fig(?=\d)", "figure ", re.sub(r"^tab(?=\d)", "table ", figure))


# --- chapters ----------------------------------------------------------------------------


class Chapter:
    """A chapter of the manual; without a part it is the last one about models."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        self.name = path.stem
        part = re.search(r"^\.\. part: (.+?)(?:, (\d+))?$", text, re.MULTILINE)
        self.part = part[1] if part else "Models"
        self.place = int(part[2]) if part and part[2] else 1000
        if self.part not in PARTS:
            raise CatalogueError(f"{path}: part '{self.part}' is none of {', '.join(PARTS)}")
        summary = re.search(r"^\.\. summary: (.+)$", text, re.MULTILINE)
        title = re.search(r"^(.+)\n[-=]{3,}$", text, re.MULTILINE)
        self.summary = summary[1] if summary else f"{title[1] if title else self.name}."

    def order(self):
        """Where it stands in the manual."""
        return PARTS.index(self.part), self.place, self.name


def chapters(root=ROOT):
    """The chapters in the manual's order."""
    return sorted((Chapter(path) for path in (root / "doc").glob("*.rst") if path.stem != "index"),
                  key=Chapter.order)


def contents(found):
    """The tables of contents in doc/index.rst."""
    return "\n".join(
        f".. toctree::\n   :maxdepth: 1\n   :caption: {part}\n\n"
        + "".join(f"   {one.name}\n" for one in found if one.part == part)
        for part in PARTS if any(one.part == part for one in found)).rstrip("\n")


def definitions(found, parts):
    """A list of chapters with what each is about."""
    return "\n\n".join(f":doc:`{one.name}`\n    {one.summary}"
                       for one in found if one.part in parts and one.name != "hsn")


# --- writing -----------------------------------------------------------------------------


def replaced(path, name, new):
    """A file's text with the part between the markers of `name` made new."""
    comment = (("<!-- ", " -->") if path.suffix == ".md" else (".. ", ""))
    begin, end = (re.escape(comment[0] + word + comment[1])
                  for word in (BEGIN.format(name), END))
    text = path.read_text(encoding="utf-8")
    found = re.search(rf"^{begin}\n(.*?)^{end}$", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise CatalogueError(f"{path}: the lines '{BEGIN.format(name)}' and '{END}' are missing")
    return text[:found.start(1)] + f"\n{new}\n\n" + text[found.end(1):]


def made(root=ROOT):
    """{path: its text as it should be} of all that is made."""
    papers, found, doc = entries(root), chapters(root), root / "doc"
    texts = {root / "README.md": replaced(root / "README.md", "papers", readme_table(papers)),
             doc / "gallery.rst": gallery(papers),
             doc / "index.rst": replaced(doc / "index.rst", "chapters", contents(found))}
    whole = replaced(doc / "hsn.rst", "models", definitions(found, ("Models",)))
    start = whole.index(".. " + BEGIN.format("other chapters"))
    others = definitions(found, [part for part in PARTS if part != "Models"])
    end = whole.index(".. " + END, start)
    texts[doc / "hsn.rst"] = (whole[:start] + ".. " + BEGIN.format("other chapters")
                              + f"\n\n{others}\n\n" + whole[end:])
    return texts


def outdated(root=ROOT):
    """The files that are not as they should be, and pictures that are missing."""
    old = [path for path, text in made(root).items() if path.read_text(encoding="utf-8") != text]
    return old + [root / "doc" / "gallery" / one.picture for one in entries(root)
                  if not (root / "doc" / "gallery" / one.picture).exists()]


def write(root=ROOT):
    """Make everything new; returns the files that changed and the commands that draw what is missing."""
    changed = []
    for path, text in made(root).items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed, [f"./hsn publish {one.key} --quick && ./hsn pictures {one.key}"
                     for one in entries(root) if not (root / "doc" / "gallery" / one.picture).exists()]

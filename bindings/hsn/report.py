# SPDX-License-Identifier: GPL-2.0-only
"""The static HTML report: an index and one page per paper, readable without a server.

It shows what is stored under results/ and runs nothing.  The same results give the same bytes.
What cannot be read of one paper is shown as such, and leaves the other papers as they are.
"""

import os
import traceback
from pathlib import Path
from typing import NamedTuple

import jinja2

from . import wording
from .catalogue import count_expected, recorded, verdict_line
from .claims import KINDS, MODES, load_claims
from .files import write_atomically
from .ledger import Ledger, Result, count, public
from .published import adopt_host
from .errors import SweepStopped
from .paper import known_keys, load_paper
from .programs import assume
from .provenance import SHORT, ns3_version, other_versions
from .results import Results, results_folder
from .sweep import Runner
from .version import git_version

KIND_HELP = {
    "exact": "follows from the definitions; must hold to the last digit",
    "quantitative": "a number with a stated tolerance",
    "qualitative": "an order or a tendency",
    "host": "depends on the speed of the paper's machines; reported",
}
VERDICT_HELP = {
    "holds": "every test of the criterion is met",
    "differs": "at least one test is not met: a result like any other, with an explanation",
    "unchecked": "nobody can tell: there is no check, nothing was measured, or the measured "
                 "interval reaches across the limit",
    "not run": "nobody has checked the claim on this machine yet",
    "stale": "the criterion, the check, a program or the runs have changed since the verdict was "
             "found, or it rests on results of an older version of a program; it counts again when "
             "the claim is checked again",
    "unexpected": "the verdict is another than the one recorded beside the criterion",
}


class Report(NamedTuple):
    """What was written: the index, and a line for each paper whose page shows an error."""

    index: Path
    problems: list


def write_report(keys=None):
    """Write the pages of these papers (default: all) and the index."""
    folder = results_folder() / "report"
    environment = make_environment()
    versions = find_versions()
    pages, problems = [], []
    for key in known_keys():
        try:
            page = paper_page(load_paper(key), folder)
            if keys is None or key in keys or not (folder / page["file"]).exists():
                render(environment, "paper.html", folder / page["file"], page=page,
                       versions=versions)
        except SweepStopped:
            raise
        except Exception as error:  # pylint: disable=broad-except
            if os.environ.get("HSN_DEBUG"):
                traceback.print_exc()
            page = broken_page(key, error)
            problems.append(f"{key}: {page['error']}")
            render(environment, "broken.html", folder / page["file"], page=page, versions=versions)
        pages.append(page)
    monitored = sorted(path.stem for path in (folder / "monitor").glob("*.html"))
    render(environment, "index.html", folder / "index.html", pages=pages, versions=versions,
           monitored=monitored)
    return Report(folder / "index.html", problems)


def broken_page(key, error):
    """What the page of a paper shows that cannot be read."""
    return {"key": key, "file": f"{key}.html", "error": f"{type(error).__name__}: {error}"}


def make_environment():
    """Jinja2 with everything escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.globals["wording"] = wording
    environment.globals["kind_help"] = KIND_HELP
    environment.globals["kinds"] = KINDS
    environment.globals["verdict_help"] = VERDICT_HELP
    environment.globals["short"] = SHORT
    return environment


def render(environment, template, path, **variables):
    """Write one page."""
    write_atomically(path, environment.get_template(template).render(**variables))


def paper_page(paper, folder):
    """Everything a paper's page shows; copies its images and data next to the page."""
    results = Results(paper.key)
    drawn = results.figures()
    claims = claim_entries(paper, results)
    figures = [{"declared": figure, "drawn": drawn.get(figure.id),
                "claims": [one for one in claims if one["figure"] == figure.id]}
               for figure in paper.figures]
    for figure in figures:
        copy_files(results.folder, folder / paper.key, figure["drawn"])
    expected = count_expected(load_claims(paper.folder))
    return {"key": paper.key, "paper": paper,
            "recorded": {mode: verdict_line(expected, mode) for mode in MODES
                         if mode != "sample" or recorded(expected, mode)},
            "file": f"{paper.key}.html", "figures": figures,
            "claims": claims, "done": sum(1 for figure in figures if figure["drawn"]),
            "count": count(claims), "error": None,
            "older": older_versions(figure["drawn"] for figure in figures),
            "ids": [figure.id for figure in paper.figures]}


def older_versions(drawn):
    """The versions other than the present one that made figures of a page, or their runs."""
    present = git_version() or "unknown"
    found = [other_versions(one.get("provenance"), present) for one in drawn if one]
    return sorted(set().union(*found))


def claim_entries(paper, results):
    """Every claim with its stored verdict, and what has changed since that was found."""
    stored = results.claims()
    store = results.store()
    assume(store.codes())
    if stored:
        adopt_host(paper, store.records.values())
    ledger = Ledger(paper, Runner(store)) if stored else None
    return [claim_entry(claim, stored.get(claim.id), ledger) | {"modes": expected_modes(claim)}
            for claim in load_claims(paper.folder)]


def claim_entry(claim, record, ledger):
    """A claim with its stored record, if it has a check and a record that can be read."""
    note = claim.unchecked
    if record is not None and claim.check:
        try:
            return public(claim, record, ledger.stale(claim, record))
        except (KeyError, TypeError, AttributeError) as error:
            note = f"its stored verdict cannot be read ({type(error).__name__}: {error})"
    return public(claim, not_run(claim, note)) | {"run": not claim.check}


def not_run(claim, note):
    """The record of a claim that has no verdict."""
    return Result(claim.id, "unchecked", "", claim.criterion, note=note).record()


def expected_modes(claim):
    """{mode: the verdicts that are expected} as far as they are recorded."""
    found = {mode: claim.expects(mode) for mode in MODES}
    return {mode: " or ".join(words) for mode, words in found.items() if words and claim.check}


def copy_files(source, target, figure):
    """Copy a drawn figure's files, so that the report folder can be moved as a whole."""
    if not figure:
        return
    names = [figure["svg"], figure.get("pdf"), figure["png"]]
    names += [one["csv"] for one in figure["experiments"]]
    for name in filter(None, names):
        if (source / name).exists():
            write_atomically(target / name, (source / name).read_bytes())


def find_versions():
    """The versions of what writes the report."""
    return {"ns-3": ns3_version(), "hsn": git_version() or "unknown"}

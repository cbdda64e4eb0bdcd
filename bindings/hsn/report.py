# SPDX-License-Identifier: GPL-2.0-only
"""The static HTML report: an index and one page per paper, readable without a server.

It shows what is stored under results/ and runs nothing.  The same results give the same bytes.
"""

import importlib.metadata
import re
from pathlib import Path

import jinja2

from . import wording
from .claims import KINDS, MODES, load_claims
from .files import write_atomically
from .ledger import Ledger, Result, count, public
from .paper import known_keys, load_paper
from .results import Results, results_folder
from .sweep import Runner, build_folder
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
    "stale": "the criterion, the check, a program or the runs have changed since the verdict was "
             "found, or it rests on results of an older version of a program; it counts again when "
             "the claim is checked again",
    "unexpected": "the verdict is another than the one recorded beside the criterion",
}


def write_report(keys=None):
    """Write the pages of these papers (default: all) and the index; returns its path."""
    folder = results_folder() / "report"
    folder.mkdir(parents=True, exist_ok=True)
    environment = make_environment()
    versions = find_versions()
    pages = [paper_page(load_paper(key), folder) for key in known_keys()]
    for page in pages:
        if keys is None or page["paper"].key in keys or not (folder / page["file"]).exists():
            render(environment, "paper.html", folder / page["file"], page=page, versions=versions)
    render(environment, "index.html", folder / "index.html", pages=pages, versions=versions)
    return folder / "index.html"


def make_environment():
    """Jinja2 with everything escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.globals["wording"] = wording
    environment.globals["kind_help"] = KIND_HELP
    environment.globals["kinds"] = KINDS
    environment.globals["verdict_help"] = VERDICT_HELP
    return environment


def render(environment, template, path, **variables):
    """Write one page."""
    write_atomically(path, environment.get_template(template).render(**variables))


def paper_page(paper, folder):
    """Everything a paper's page shows; copies its images and data next to the page."""
    results = Results(paper.key)
    drawn = results.figures()
    figures = [{"declared": figure, "drawn": drawn.get(figure.id)} for figure in paper.figures]
    for figure in figures:
        copy_files(results.folder, folder / paper.key, figure["drawn"])
    claims = claim_entries(paper, results)
    return {"paper": paper, "file": f"{paper.key}.html", "figures": figures, "claims": claims,
            "done": sum(1 for figure in figures if figure["drawn"]), "count": count(claims)}


def claim_entries(paper, results):
    """Every claim with its stored verdict, and what has changed since that was found."""
    stored = results.claims()
    ledger = Ledger(paper, Runner(results.store())) if stored else None
    entries = []
    for claim in load_claims(paper.folder):
        record = stored.get(claim.id)
        if record is None or "fingerprints" not in record or not claim.check:
            record, stale = not_run(claim), []
        else:
            stale = ledger.stale(claim, record)
        entries.append(public(claim, record, stale) | {"modes": expected_modes(claim)})
    return entries


def not_run(claim):
    """The record of a claim that has no verdict."""
    return Result(claim.id, "unchecked", "", claim.criterion,
                  note=claim.unchecked or "not run yet").record()


def expected_modes(claim):
    """{mode: the verdicts that are expected} as far as they are recorded."""
    found = {mode: claim.expects(mode) for mode in MODES}
    return {mode: " or ".join(words) for mode, words in found.items() if words and claim.check}


def copy_files(source, target, figure):
    """Copy a drawn figure's files, so that the report folder can be moved as a whole."""
    if not figure:
        return
    names = [figure["svg"], figure["png"]] + [one["csv"] for one in figure["experiments"]]
    for name in filter(None, names):
        if (source / name).exists():
            write_atomically(target / name, (source / name).read_bytes())


def find_versions():
    """The versions of the software that made these results, as far as known."""
    return {"ns-3": ns3_version(), "hsn": git_version() or "unknown"}


def ns3_version():
    """The ns-3 that the build uses, else the installed wheel's."""
    try:
        text = (build_folder() / "CMakeCache.txt").read_text(encoding="utf-8")
        path = Path(re.search(r"^ns3_DIR:\w+=(.+)$", text, re.MULTILINE)[1])
        version = (path / "ns3ConfigVersion.cmake").read_text(encoding="utf-8")
        return re.search(r'PACKAGE_VERSION "([^"]+)"', version)[1]
    except (OSError, TypeError):
        pass
    try:
        return importlib.metadata.version("ns3")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"

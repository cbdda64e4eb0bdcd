# SPDX-License-Identifier: GPL-2.0-only
"""The claims of a paper: what examples/<key>/claims.toml says, and what a check returns.

    [[claim]]
    id = "my-paper-c01"
    text = "Bursts are never longer than 160 packets."
    figure = "fig5"
    kind = "quantitative"             # exact, quantitative, qualitative or host
    criterion = "No run has a longer burst than 160 packets."
    check = "c01"                     # a function in checks.py or figures.py; may be absent
    expected = { quick = "holds" }    # by mode; absent for a mode that was never run
    calibrated = "the overhead ..."   # optional: the host parameter that was fitted, and to what
    needs = "full"                    # optional: the quick mode cannot tell
    explanation = "why it differs"    # optional: shown with every verdict
    unchecked = "why not"             # optional: shown when there is no check
    arithmetic = "of what"            # optional: no simulation can change the verdict; counted apart

    [[claim.test]]                    # one or more; all must hold
    measure = "longest"               # the key of what the check returns
    text = "longest burst of any run"
    unit = "packets"
    at_most = 160

An explanation may quote what the check returns: {longest}, {longest@1500:.0f} for one point, with digits
as Python formats them.  So the text has the numbers of the verdict that it stands beside.  With a mode
before it, {quick:longest@1500:.0f}, the number is that of the runs that ship with the paper, whatever the
verdict's mode is: hsn.quotes has found it, and it stands in quoted.toml beside claims.toml.

    by_hand = "./hsn run my-paper --mbs=9" # optional: what gives the numbers of the sentences with (by hand)
    given = ["29.2"]                       # optional: its other numbers that are no measurements

The check measures and decides nothing: `return Measured({"longest": data["burst"].max()})`.
hsn.evaluate decides; hsn.ledger keeps the verdict with what it was made from.
"""

import re
import tomllib
from dataclasses import dataclass, field, fields, replace

from .errors import Unchecked

__all__ = ["KINDS", "VERDICTS", "Claim", "ClaimsError", "Measured", "Test", "Unchecked",
           "claims_in", "load_claims"]

KINDS = ("exact", "quantitative", "qualitative", "host")
MODES = ("quick", "sample", "full")  # sample: the full grid, one seed of most points
VERDICTS = ("holds", "differs", "unchecked")
REQUIRED = ("id", "text", "figure", "kind", "criterion")
OPTIONAL = ("check", "needs", "explanation", "by_hand", "unchecked", "calibrated", "arithmetic")
# a verdict does not depend on them
UNDECIDING = ("expected", "explanation", "by_hand", "given", "calibrated", "arithmetic")
QUOTE = re.compile(rf"\{{(?:({'|'.join(MODES)}):)?"  # of another mode than the verdict's
                   r"(\w[\w .-]*)(?:@([^:{}]+))?(?::([^{}]*))?\}")  # measure, point, format
QUOTED = "quoted.toml"
BY_HAND = "by hand"
BOUNDS = ("at_least", "above", "at_most", "below")


class ClaimsError(Exception):
    """claims.toml is invalid; the message is for the user."""


class Measured:
    """What a check returns: {measure: value}, and what a reader should know about the values.

    A value is a number, a bool, a string, a list, a hsn.stats.Interval, or a dict (or a
    pandas.Series) of them by point.  An Unchecked instead of a value says why there is none.
    """

    def __init__(self, values, note=""):
        self.values = dict(values)
        self.note = note


@dataclass(frozen=True)
class Test:
    """One requirement on one measure.  A number that is required may differ from point to point:
    it is then a table {point: number}."""

    measure: str
    text: str
    unit: str = ""
    equals: object = None
    tolerance: float | dict | None = None
    relative: float | dict | None = None
    at_least: float | dict | None = None
    above: float | dict | None = None
    at_most: float | dict | None = None
    below: float | dict | None = None
    agrees_with: float | dict | None = None
    relative_half: float | None = None
    spread: float | dict | None = None  # by which single repetitions are known to differ
    points: str | float = "all"

    def tables(self):
        """{field: table} of what is required point by point."""
        found = {name: getattr(self, name) for name in ("equals", "agrees_with", "tolerance",
                                                        "relative", "spread", *BOUNDS)}
        return {name: value for name, value in found.items() if isinstance(value, dict)}

    def at(self, point):
        """The requirement at one point; None if there is none."""
        tables = self.tables()
        if any(point not in table for table in tables.values()):
            return None
        return replace(self, **{name: table[point] for name, table in tables.items()})


@dataclass(frozen=True)
class Claim:
    """One entry of claims.toml."""

    id: str
    text: str
    figure: str
    kind: str
    criterion: str
    check: str = ""
    needs: str = ""
    explanation: str = ""
    by_hand: str = ""
    given: tuple = ()
    unchecked: str = ""
    calibrated: str = ""
    arithmetic: str = ""
    expected: dict | None = None
    tests: tuple = ()
    table: dict | None = None  # of claims.toml, as far as the verdict depends on it
    where: str = field(default="", compare=False)  # file, line and id, for messages
    shipped: dict = field(default_factory=dict, compare=False)  # what quoted.toml has for it

    def quotes(self, of_modes=False):
        """What the explanation quotes: (as it stands there, measure, point or None, format), and with
        of_modes those that name a mode, before the measure."""
        return [(found[0], *found.groups()[0 if of_modes else 1:])
                for found in QUOTE.finditer(self.explanation) if bool(found[1]) == of_modes]

    def explain(self, quoted):
        """The explanation with its quotes, {as it stands there: text}; "?" for those that nobody
        measured."""
        quoted = self.shipped | quoted
        return QUOTE.sub(lambda found: quoted.get(found[0], "?"), self.explanation)

    def is_beyond(self, mode):
        """Can this mode not tell?"""
        return self.needs == "full" and mode == "quick"

    def expects(self, mode):
        """The verdicts that are expected in a mode, a list; None if nobody recorded any."""
        if not self.check or self.is_beyond(mode):
            return ["unchecked"]
        words = (self.expected or {}).get(mode)
        return [words] if isinstance(words, str) else words


def load_claims(folder):
    """The claims of a paper's folder (none if there is no claims.toml)."""
    path = folder / "claims.toml"
    if not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8")
        entries = entries_of(path, text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimsError(f"{path}: {error}") from None
    shipped = load_quoted(folder)
    claims = [make_claim(f"{path}:{line}: claim {entry.get('id', f'number {number}')}", entry,
                         shipped.get(entry.get("id"), {}))
              for number, (line, entry) in enumerate(entries, start=1)]
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimsError(f"{path}: the id {twice[0]} is there twice")
    return claims


def load_quoted(folder):
    """{claim: {quote: text}} of quoted.toml, if there is one."""
    path = folder / QUOTED
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimsError(f"{path}: {error}") from None


def entries_of(path, text):
    """The tables of claims.toml, each with the number of its line [[claim]]."""
    content = tomllib.loads(text)
    for name in content:
        if name != "claim":
            raise ClaimsError(f"{path}: '{name}' is unknown; claims are tables [[claim]]")
    entries, lines = content.get("claim", []), lines_of(text)
    if not is_tables(entries) or len(entries) != len(lines):
        raise ClaimsError(f"{path}: claims are tables [[claim]], with two brackets")
    return list(zip(lines, entries))


def is_tables(value):
    """Whether this is what TOML's double brackets make."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def lines_of(text):
    """The numbers of the lines at which claims begin."""
    return [number for number, line in enumerate(text.splitlines(), start=1)
            if line.split("#")[0].replace(" ", "").strip() == "[[claim]]"]


def claims_in(paper):
    """The claims of a paper; it has their checks, and the figures of those that have one."""
    claims = load_claims(paper.folder)
    known = [figure.id for figure in paper.figures]
    for claim in claims:
        if claim.check and claim.figure not in known:
            raise ClaimsError(f"{claim.where}: there is no figure '{claim.figure}'; there are "
                              f"{', '.join(known)}")
        if claim.check and paper.find_check(claim.check) is None:
            raise ClaimsError(f"{claim.where}: there is no check '{claim.check}' in checks.py or "
                              "figures.py")
    return claims


def make_claim(where, entry, shipped=None):
    """A Claim from a TOML table, or an error that says what is wrong with it."""
    for name in REQUIRED:
        if not isinstance(entry.get(name), str):
            raise ClaimsError(f"{where}: '{name}' is missing")
    for name in entry:
        if name not in (*REQUIRED, *OPTIONAL, "expected", "given", "test"):
            raise ClaimsError(f"{where}: unknown field '{name}'")
        if name in OPTIONAL and not isinstance(entry[name], str):
            raise ClaimsError(f"{where}: '{name}' is not a text")
    if entry["kind"] not in KINDS:
        raise ClaimsError(f"{where}: kind '{entry['kind']}' is none of {', '.join(KINDS)}")
    if entry.get("needs", "full") != "full":
        raise ClaimsError(f"{where}: needs can only be 'full'")
    if entry.get("test") and not entry.get("check"):
        raise ClaimsError(f"{where}: it has tests but no check")
    if entry.get("check") and not entry.get("test"):
        raise ClaimsError(f"{where}: it has a check but no tests")
    if (f"({BY_HAND})" in entry.get("explanation", "")) != bool(entry.get("by_hand")):
        raise ClaimsError(f"{where}: '({BY_HAND})' in the explanation and the field by_hand belong together")
    if not is_tables(entry.get("test", [])):
        raise ClaimsError(f"{where}: tests are tables [[claim.test]], with two brackets")
    given = entry.get("given", [])
    if not isinstance(given, list) or any(not isinstance(one, str) for one in given):
        raise ClaimsError(f"{where}: given is a list of texts")
    assert_expected(where, entry)
    tests = [make_test(f"{where}: test {number}", one)
             for number, one in enumerate(entry.get("test", []), start=1)]
    texts = {name: value for name, value in entry.items() if name not in ("test", "given")}
    deciding = {name: value for name, value in entry.items() if name not in UNDECIDING}
    return Claim(**texts, given=tuple(given), tests=tuple(tests), table=deciding,
                 where=where, shipped=shipped or {})


def assert_expected(where, entry):
    """A verdict for each mode; only claims about hosts may have several."""
    expected = entry.get("expected", {})
    if not isinstance(expected, dict) or any(mode not in MODES for mode in expected):
        raise ClaimsError(f"{where}: expected has verdicts for {', '.join(MODES)} only")
    for words in expected.values():
        if isinstance(words, list) and entry["kind"] != "host":
            raise ClaimsError(f"{where}: only a claim of kind host can expect several verdicts")
        for word in words if isinstance(words, list) and words else [words]:
            if word not in VERDICTS:
                raise ClaimsError(f"{where}: expected '{word}' is none of {', '.join(VERDICTS)}")


def make_test(where, entry):
    """A Test from a TOML table, or an error that says what is wrong with it."""
    for name in ("measure", "text"):
        if not isinstance(entry.get(name), str):
            raise ClaimsError(f"{where}: '{name}' is missing")
    known = [one.name for one in fields(Test)]
    for name in entry:
        if name not in known:
            raise ClaimsError(f"{where}: unknown field '{name}'")
    test = Test(**entry)
    assert_relation(where, entry)
    assert_numbers(where, entry)
    assert_range(where, test)
    return test


def assert_relation(where, entry):
    """Exactly one of equals, a range, and agrees_with; and what belongs to each."""
    relations = [name for name in ("equals", "agrees_with") if name in entry]
    bounds = [name for name in BOUNDS if name in entry]
    if len(relations) + bool(bounds) != 1:
        raise ClaimsError(f"{where}: it needs one of equals, agrees_with, or bounds "
                          f"({', '.join(BOUNDS)})")
    if {"at_least", "above"} <= entry.keys() or {"at_most", "below"} <= entry.keys():
        raise ClaimsError(f"{where}: two bounds on the same side")
    for name, relation in (("tolerance", "equals"), ("relative", "equals"),
                           ("relative_half", "agrees_with")):
        if name in entry and relation not in entry:
            raise ClaimsError(f"{where}: '{name}' belongs to {relation}")
    if "spread" in entry and "agrees_with" in entry:
        raise ClaimsError(f"{where}: 'spread' belongs to equals or bounds")
    if "tolerance" in entry and "relative" in entry:
        raise ClaimsError(f"{where}: either tolerance or relative")


def is_number(value):
    """A number, not a truth value; nan is none, and nothing equals it."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def values_of(value):
    """What a requirement is made of: itself, its elements, or those of its points."""
    if isinstance(value, dict):
        return [part for one in value.values() for part in values_of(one)]
    return value if isinstance(value, list) else [value]


def assert_numbers(where, entry):
    """Numbers where numbers belong."""
    for name in (*BOUNDS, "agrees_with", "tolerance", "relative", "relative_half", "spread"):
        wrong = [one for one in values_of(entry.get(name, 0)) if not is_number(one)]
        if wrong:
            raise ClaimsError(f"{where}: {name} = {wrong[0]!r} is not a number")
        if name in ("tolerance", "relative", "relative_half", "spread") and min(
                values_of(entry.get(name, 0)), default=0) < 0:
            raise ClaimsError(f"{where}: {name} is negative")
    if ("tolerance" in entry or "relative" in entry) and not all(
            map(is_number, values_of(entry["equals"]))):
        raise ClaimsError(f"{where}: only numbers have a tolerance")
    points = entry.get("points", "all")
    if points != "all" and not (is_number(points) and 0 < points < 1):
        raise ClaimsError(f"{where}: points is \"all\" or a share between 0 and 1")


def assert_range(where, test):
    """A range that something fits into, at the same points."""
    tables = [set(table) for table in test.tables().values()]
    if any(one != tables[0] for one in tables):
        raise ClaimsError(f"{where}: its tables have different points")
    for point in tables[0] if tables else [None]:
        one = test.at(point)
        low = one.above if one.at_least is None else one.at_least
        high = one.below if one.at_most is None else one.at_most
        open_ended = one.above is not None or one.below is not None
        if None not in (low, high) and (low > high or low == high and open_ended):
            raise ClaimsError(f"{where}: nothing lies between {low} and {high}")

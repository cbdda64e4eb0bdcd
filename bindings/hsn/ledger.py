# SPDX-License-Identifier: GPL-2.0-only
"""Verdicts with everything they were made from.

A verdict is stored with fingerprints of the criterion (its entry in claims.toml), of the check (the
paper's modules and this package's evaluator), of the programs and of the rows that the check looked
at.  It is stale, and shown as such, as soon as one of them is another; and from the beginning if it
rests on results that an older version of a program made.
"""

import functools
import hashlib
import json
import math
import os
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import evaluate, wording
from .claims import VERDICTS, Measured
from .errors import SweepError, SweepStopped, Unchecked
from .programs import file_hash, program_hash
from .stats import Interval
from .sweep import Experiment
from .tables import rows_needed

EVALUATOR = ("claims.py", "evaluate.py", "stats.py", "tables.py")
CHANGED = {"claim": "the criterion", "check": "the check", "programs": "a program",
           "rows": "the results of the runs"}


@dataclass(frozen=True)
class Result:
    """The outcome for one claim.

    failed  the check itself went wrong
    quoted  numbers of the explanation
    old     Runner.old_results() of the runs that the check looked at
    """

    id: str
    verdict: str
    mode: str
    criterion: str
    tests: list = field(default_factory=list)
    note: str = ""
    failed: bool = False
    fingerprints: dict = field(default_factory=dict)
    uses: list = field(default_factory=list)
    quoted: dict = field(default_factory=dict)
    old: dict | None = None

    def record(self):
        """What the results folder keeps."""
        return asdict(self)


def hashed(value):
    """A hash of anything that JSON can represent."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


# --- checking ----------------------------------------------------------------------------


def check_claims(claims, paper, context):
    """The Results of several claims."""
    ledger = Ledger(paper, context.runner)
    return [check_claim(claim, paper, context, ledger) for claim in claims]


def check_claim(claim, paper, context, ledger):
    """The Result for one claim; never raises for what a check does."""
    context.forget()
    findings = find(claim, paper, context)
    used = [*context.used.values(), *context.single]
    uses = ledger.uses(used, context.mode)
    try:
        fingerprints = ledger.fingerprints(claim, context.mode, uses)
        old = context.runner.old_results(used, context.mode)
    except SweepError:  # a program is not there: the check has failed for the same reason
        fingerprints, old = {}, None
    return Result(claim.id, mode=context.mode, criterion=claim.criterion, uses=uses,
                  fingerprints=fingerprints, old=old, **findings)


def find(claim, paper, context):
    """Verdict, tests, note, and whether the check failed."""
    if not claim.check:
        return undecided(claim, claim.unchecked or "no check yet")
    if claim.is_beyond(context.mode):
        return undecided(claim, "needs --sample or --full")
    function = paper.find_check(claim.check)
    try:
        with rows_needed():
            found = function(context)
        return judge(claim, found, is_single(context))
    except SweepStopped:
        raise
    except Unchecked as reason:
        return undecided(claim, str(reason))
    except Exception as error:  # pylint: disable=broad-except
        if os.environ.get("HSN_DEBUG"):
            traceback.print_exc()
        return undecided(claim, f"error: {type(error).__name__}: {error}", failed=True)


def undecided(claim, reason, failed=False):
    """Nothing was measured."""
    tests = [test_record(test, None, evaluate.Decision(None)) for test in claim.tests]
    return {"verdict": "unchecked", "tests": tests, "note": reason, "failed": failed}


def is_single(context):
    """Did the check look at one repetition where the full mode has several?"""
    return any(len(one.seeds_of(context.mode)) == 1 < len(one.seeds)
               for one in context.used.values())


def judge(claim, found, single=False):
    """Verdict and tests from what a check returned."""
    if not isinstance(found, Measured):
        raise TypeError(f"check '{claim.check}' returned a {type(found).__name__}, not Measured")
    values = [evaluate.simple(found.values.get(test.measure,
                                               Unchecked(f"the check returns no '{test.measure}'")))
              for test in claim.tests]
    decisions = [evaluate.decide(test, value, single) for test, value in zip(claim.tests, values)]
    return {"verdict": evaluate.word(evaluate.both([one.holds for one in decisions])),
            "tests": list(map(test_record, claim.tests, values, decisions)), "note": found.note,
            "quoted": {text: quote(claim, found, measure, point, digits)
                       for text, measure, point, digits in claim.quotes()}}


UNKNOWN = "?"  # a number that the runs at hand do not give, such as an interval of a single one


def quote(claim, found, measure, point, digits):
    """A number of the explanation in words, from what the check returned."""
    values = found.values
    if point is not None:
        values = evaluate.simple(values.get(measure))
    name = measure if point is None else point
    if not isinstance(values, dict) or name not in values:
        where = measure if point is None else f"{measure}@{point}"
        raise ValueError(f"the explanation quotes {{{where}}}, which the check does not return")
    return in_digits(evaluate.simple(values[name]), digits) or UNKNOWN


def in_digits(value, digits):
    """A quoted number as a text, with "±" before the digits with half of its interval, and in percent
    with a space; None if it is none, or has no interval."""
    half, both = "", (digits or "").startswith("±")
    digits = (digits or "").lstrip("±")
    if both:
        half = plain(value.half) if isinstance(value, Interval) else None
    value = plain(value.mean if isinstance(value, Interval) else value)
    if value is None or half is None or isinstance(value, (str, list, dict)) and digits:
        return None
    text = format(value, digits) + (f" ± {format(half, digits)}" if both else "")
    return text.replace("%", " %").replace(" % ±", " ±")


def test_record(test, value, decision):
    """A test with its numbers, as results keep it."""
    record = {"measure": test.measure, "text": test.text, "unit": test.unit,
              "requirement": wording.requirement(test), "verdict": evaluate.word(decision.holds),
              "why": decision.why, "points": {}}
    if not isinstance(value, dict):
        return {**record, **value_record(value)}
    parts = {point: value_record(value.get(point)) for point in decision.points}
    record["points"] = {point: [evaluate.word(one.holds), one.why]
                        for point, one in decision.points.items()}
    return {**record, **{name: {point: part[name] for point, part in parts.items()}
                         for name in ("measured", "half", "count")}}


def value_record(value):
    """A value, half of its interval, and of how many values it is the mean."""
    if isinstance(value, Interval):
        return {"measured": plain(value.mean), "half": plain(value.half), "count": value.count}
    return {"measured": plain(value), "half": None, "count": None}


def plain(value):
    """A measured value that JSON can represent: a number, a string, a list, or None."""
    if hasattr(value, "item"):  # NumPy's numbers
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value) or isinstance(value, Unchecked):
        return None
    if isinstance(value, list):
        return [plain(one) for one in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


# --- what a verdict was made from --------------------------------------------------------


class Ledger:
    """Fingerprints of what the claims of a paper depend on, as it is now."""

    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner
        self.declared = paper.all_experiments()
        self.hash_rows = functools.cache(self._hash_rows)

    def uses(self, experiments, mode):
        """Which runs a check looked at, so that they are found again: the names of the paper's
        experiments, and the points and seeds of others."""
        return [{"name": one.name, "program": one.program} if self.declared.get(one.name) is one
                else {"name": one.name, "program": one.program, "points": one.points(mode),
                      "seeds": [int(seed) for seed in one.seeds_of(mode)]} for one in experiments]

    def fingerprints(self, claim, mode, uses):
        """Hashes of claim, check, programs and rows.  Raises SweepError without the programs."""
        rows = [self.hash_rows(json.dumps(use), mode) for use in uses]
        return {"claim": hashed(claim.table), "check": hashed([self.paper.sources, evaluator()]),
                "programs": {use["program"]: program_hash(use["program"]) for use in uses},
                "rows": hashed(rows)}

    def stale(self, claim, record):
        """What a stored verdict was made from and has changed since, in words."""
        try:
            now = self.fingerprints(claim, record["mode"], record["uses"])
        except (KeyError, SweepError) as error:
            return [f"what it was made from ({error})"]
        return [text for name, text in CHANGED.items()
                if record["fingerprints"].get(name) != now[name]]

    def _hash_rows(self, use, mode):
        """The rows of an experiment that are stored now."""
        use = json.loads(use)
        if "points" in use:
            experiment = Experiment(use["name"], use["program"], use["points"], seeds=use["seeds"])
        else:
            experiment = self.declared[use["name"]]
        return hashed(self.runner.rows(experiment, mode))


@functools.cache
def evaluator():
    """{file: hash} of what measures and decides in this package."""
    return {name: file_hash(Path(__file__).with_name(name)) for name in EVALUATOR}


# --- for readers -------------------------------------------------------------------------


def unexpected(claim, verdict, mode):
    """Is a verdict another than the one that claims.toml expects in this mode?"""
    expected = claim.expects(mode)
    return expected is not None and verdict not in expected


def public(claim, result, stale=()):
    """What `./hsn claims --json` prints and the report shows of a claim and its stored record."""
    expected = claim.expects(result["mode"])
    old = result.get("old")
    return {
        "id": claim.id, "text": claim.text, "figure": claim.figure, "kind": claim.kind,
        "verdict": result["verdict"], "mode": result["mode"],
        "expected": expected[0] if expected and len(expected) == 1 else expected,
        "unexpected": unexpected(claim, result["verdict"], result["mode"]),
        "criterion": result["criterion"], "tests": result["tests"], "note": result["note"],
        "explanation": claim.explain(result.get("quoted", {})), "calibrated": claim.calibrated,
        "by_hand": claim.by_hand, "arithmetic": claim.arithmetic,
        "measured": measured_line(result), "failed": result["failed"], "old": old, "run": True,
        "stale": list(dict.fromkeys([*([CHANGED["programs"]] if old else []), *stale])),
        "fingerprints": result["fingerprints"]}


def measured_line(result):
    """All that was measured, in a line; or why nothing was."""
    parts = [f"{test['text']}: {wording.measured(test)}" for test in result["tests"]
             if test["measured"] not in (None, {})]
    return "; ".join(parts) or result["note"]


def count(entries):
    """How many entries have each verdict, hold by arithmetic alone, are stale, or were not run yet; each
    counts once."""
    words = ["not run" if not one["run"] else "stale" if one["stale"] else
             "by arithmetic" if one["verdict"] == "holds" and one["arithmetic"] else one["verdict"]
             for one in entries]
    return {word: words.count(word) for word in (*VERDICTS, "by arithmetic", "stale", "not run")}


def summary(entries):
    """The counts in words."""
    number = count(entries)
    more = "".join(f", {number[word]} {word}" for word in ("by arithmetic", "stale", "not run")
                   if number[word])
    return (f"{number['holds']} hold, {number['differs']} differ, "
            f"{number['unchecked']} unchecked{more}")

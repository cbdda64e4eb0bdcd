# SPDX-License-Identifier: GPL-2.0-only
"""Check the claims of a paper.

examples/<key>/claims.toml lists every claim the paper makes:

    [[claim]]
    id = "my-paper-c01"
    text = "Bursts are never longer than 160 packets."
    figure = "fig5"
    kind = "quantitative"          # exact, quantitative, qualitative or host
    criterion = "maximum over all runs <= 160"
    check = "c01"                  # a function in checks.py or figures.py; may be absent
    needs = "full"                 # optional: the quick mode cannot tell
    explanation = "why it differs" # optional: shown when it does
    unchecked = "why not"          # optional: shown when there is no check

A check takes a Context and returns a Verdict.  The verdicts are "holds", "differs" and
"unchecked"; a claim that differs is a result and is shown as such.
"""

import math
import os
import traceback
import tomllib
from dataclasses import asdict, dataclass
from typing import NamedTuple

from .errors import SweepStopped

KINDS = ("exact", "quantitative", "qualitative", "host")
REQUIRED = ("id", "text", "figure", "kind", "criterion")
OPTIONAL = ("check", "needs", "explanation", "unchecked")


class ClaimsError(Exception):
    """claims.toml is invalid; the message is for the user."""


class Verdict(NamedTuple):
    """What a check found: does the claim hold (None: cannot tell), and the measured value."""

    holds: bool | None
    measured: object
    note: str = ""


def within(measured, low, high, note=""):
    """A Verdict: low <= measured <= high."""
    return Verdict(bool(low <= measured <= high), measured, note)


def equals(measured, expected, tolerance=0.0, note=""):
    """A Verdict: measured is what was expected, to a tolerance if they are numbers."""
    same = abs(measured - expected) <= tolerance if tolerance else measured == expected
    return Verdict(bool(same), measured, note)


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
    unchecked: str = ""


@dataclass(frozen=True)
class Result:
    """The outcome for one claim.  `failed`: the check itself went wrong."""

    id: str
    verdict: str
    measured: object
    criterion: str
    mode: str
    note: str = ""
    failed: bool = False

    def public(self):
        """What `./hsn claims --json` prints."""
        return {name: getattr(self, name)
                for name in ("id", "verdict", "measured", "criterion", "mode")}


def load_claims(folder):
    """The claims of a paper's folder (none if there is no claims.toml)."""
    path = folder / "claims.toml"
    if not path.exists():
        return []
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("claim", [])
    except tomllib.TOMLDecodeError as error:
        raise ClaimsError(f"{path}: {error}") from None
    claims = [_make_claim(path, number, entry) for number, entry in enumerate(entries, start=1)]
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimsError(f"{path}: the id {twice[0]} is there twice")
    return claims


def _make_claim(path, number, entry):
    """A Claim from a TOML table, or an error that says what is wrong with it."""
    where = f"{path}: claim {entry.get('id', f'number {number}')}"
    for name in REQUIRED:
        if not isinstance(entry.get(name), str):
            raise ClaimsError(f"{where}: '{name}' is missing")
    for name in entry:
        if name not in REQUIRED + OPTIONAL:
            raise ClaimsError(f"{where}: unknown field '{name}'")
    if entry["kind"] not in KINDS:
        raise ClaimsError(f"{where}: kind '{entry['kind']}' is none of {', '.join(KINDS)}")
    if entry.get("needs", "full") != "full":
        raise ClaimsError(f"{where}: needs can only be 'full'")
    return Claim(**entry)


def check_claim(claim, paper, context):
    """The Result for one claim; never raises for what a check does."""

    def result(verdict, measured, note="", failed=False):
        return Result(claim.id, verdict, measured, claim.criterion, context.mode, note, failed)

    if not claim.check:
        return result("unchecked", claim.unchecked or "no check yet")
    if claim.needs == "full" and context.mode != "full":
        return result("unchecked", "needs --full")
    function = paper.find_check(claim.check)
    if function is None:
        return result("unchecked", f"error: there is no check '{claim.check}'", failed=True)
    try:
        verdict = function(context)
        if not isinstance(verdict, Verdict):
            raise TypeError(f"check '{claim.check}' returned no Verdict")
    except SweepStopped:
        raise
    except Exception as error:  # pylint: disable=broad-except
        if os.environ.get("HSN_DEBUG"):
            traceback.print_exc()
        return result("unchecked", f"error: {type(error).__name__}: {error}", failed=True)
    word = "unchecked" if verdict.holds is None else "holds" if verdict.holds else "differs"
    return result(word, plain(verdict.measured), verdict.note)


def check_claims(claims, paper, context):
    """The Results of several claims."""
    return [check_claim(claim, paper, context) for claim in claims]


def plain(value):
    """A measured value that JSON can represent: a number, a string, or None."""
    if hasattr(value, "item"):  # NumPy's numbers
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def shown(value):
    """A measured value for readers."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


def count(results):
    """{"holds": n, "differs": n, "unchecked": n} of Results or of stored records."""
    verdicts = [r["verdict"] if isinstance(r, dict) else r.verdict for r in results]
    return {word: verdicts.count(word) for word in ("holds", "differs", "unchecked")}


def summary(results):
    """The counts in words."""
    number = count(results)
    return (f"{number['holds']} hold, {number['differs']} differ, "
            f"{number['unchecked']} unchecked")


def as_record(result):
    """A Result as the results folder keeps it."""
    return asdict(result)

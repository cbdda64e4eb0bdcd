# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of explanations that are those of a stored measurement.

    {quick:longest@1500:.0f}                      a measure of the claim's check, at a point
    {quick:ratio@min:.2f}                         its least, or (max) its greatest value over all points
    {sample:alone.utilization@protocol=bic, rtt=324:.2f}
                                                  a metric of an experiment: the mean over its rows with
                                                  these parameters
    {sample:pairs.flow_drops.1@protocol=bic:.0f}  of a metric that is a list, its first number
    {quick:chance.delay_max_ms.min@scheme=snr}    the least or (max) the greatest value of these rows

The mode says from which of the published runs (hsn.published).
Checks take seconds, so `./hsn publish KEY --quotes` writes the numbers to quoted.toml, and what shows an
explanation reads them there; a test finds those that are not what the runs give.

Every other number with two digits and more must be a setting, be in the claim, or be said to be copied by
hand from what the field by_hand runs: loose() finds those that are not.
"""

import functools
import json
import re
from numbers import Real

from . import published
from .claims import BY_HAND, QUOTE, QUOTED, ClaimsError
from .errors import SweepError, Unchecked
from .evaluate import MeasureError, nothing, simple
from .files import write_atomically
from .ledger import in_digits
from .paper import PaperError
from .tables import rows_needed

HEAD = """\
# SPDX-License-Identifier: GPL-2.0-only
# Made by ./hsn publish {key} --quotes: what explanations in claims.toml quote from the runs that ship.
"""
EXTREMES = {"min": min, "max": max}


def quoted(paper, claims):
    """{claim: {quote: text}}, as the runs that ship give them.  Raises ClaimsError for a quote that they do
    not have."""
    contexts, found = {}, {}
    for claim in claims:
        wanted = claim.quotes(of_modes=True)
        measures = {}  # by mode
        for text, mode, what, point, digits in wanted:
            try:
                if mode not in contexts:
                    contexts[mode] = published.context_of(paper, mode)
                if "." in what:
                    value = metric(contexts[mode], what, point)
                else:
                    if mode not in measures:
                        measures[mode] = values_of(paper, claim, contexts[mode])
                    value = measure(measures[mode], what, point)
                in_words = in_digits(value, digits)
                if in_words is None:
                    raise ClaimsError(f"the value is {value}")
            except (ClaimsError, PaperError, SweepError, Unchecked, MeasureError, ValueError) as error:
                raise ClaimsError(f"{claim.where}: the explanation quotes {text}: {error}") from None
            found.setdefault(claim.id, {})[text] = in_words
    return found


def values_of(paper, claim, context):
    """What a claim's check measures."""
    check = paper.find_check(claim.check) if claim.check else None
    if check is None:
        raise ClaimsError("the claim has no check")
    with rows_needed():
        return check(context).values


def measure(values, name, point):
    """A measure, at a point or over all of them."""
    if name not in values:
        raise ClaimsError(f"the check returns no '{name}'; it returns {', '.join(values)}")
    value = simple(values[name])
    if point is None:
        return value
    points = value if isinstance(value, dict) else {}
    if point not in points and point in EXTREMES and points:
        without = [name for name, one in points.items() if nothing(one)]
        if without:
            raise ClaimsError(f"'{name}' has no value at {'; '.join(without)}")
        return EXTREMES[point](points.values(), key=lambda one: getattr(one, "mean", one))
    if point not in points:
        raise ClaimsError(f"'{name}' has no point '{point}'; there are {'; '.join(points) or 'none'}")
    return points[point]


def metric(context, what, point):
    """The mean of a metric over the rows of an experiment that have some parameters."""
    experiment, name, *place = what.split(".")
    rows = context.data(experiment, incomplete=True)
    for part in filter(None, (point or "").split(",")):
        parameter, _, wanted = part.strip().partition("=")
        if parameter not in rows:
            raise ClaimsError(f"'{experiment}' has no parameter '{parameter}'")
        rows = rows[[written(one) == wanted for one in rows[parameter]]]
    if rows.empty:
        raise ClaimsError(f"'{experiment}' has no such run")
    if name not in rows:
        raise ClaimsError(f"'{experiment}' has no metric '{name}'")
    values = rows[name]
    if place and place[0] not in EXTREMES:
        values = values.map(functools.partial(part_of, name=name, place=place[0]))
    if not all(isinstance(one, Real) for one in values):
        raise ClaimsError(f"'{name}' is no number")
    return float(values.mean() if not place or place[0] not in EXTREMES else EXTREMES[place[0]](values))


def part_of(value, name, place):
    """One number of a metric that is a list; the first is 1."""
    count = len(value) if isinstance(value, list) else 0
    if not place.isdecimal() or not 1 <= int(place) <= count:
        raise ClaimsError(f"'{name}' has no number {place}; it has {count}")
    return value[int(place) - 1]


def written(value):
    """A parameter as quotes have it."""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def text_of(key, found):
    """The content of quoted.toml."""
    parts = [f"\n[{claim}]\n" + "".join(f"{json.dumps(quote)} = {json.dumps(words, ensure_ascii=False)}\n"
                                        for quote, words in sorted(numbers.items()))
             for claim, numbers in sorted(found.items())]
    return HEAD.format(key=key) + "".join(parts)


def write(paper, claims):
    """Make quoted.toml new; returns its path, None if nothing is quoted."""
    path = paper.folder / QUOTED
    found = quoted(paper, claims)
    if not found:
        path.unlink(missing_ok=True)
        return None
    write_atomically(path, text_of(paper.key, found))
    return path


def outdated(paper, claims):
    """A line for each quote whose stored text is not what the runs give, and for each that is stored and
    quoted no more."""
    found = quoted(paper, claims)
    return [f"{claim.where}: the explanation quotes {text}: stored is {claim.shipped.get(text)}, the runs "
            f"give {found.get(claim.id, {}).get(text)}; ./hsn publish {paper.key} --quotes"
            for claim in claims for text in {**claim.shipped, **found.get(claim.id, {})}
            if claim.shipped.get(text) != found.get(claim.id, {}).get(text)]


# --- numbers that are no quotes ----------------------------------------------------------

# with two digits and more; no part of a name (AAL5, c10, fig10), of an option or of a path
NUMBER = re.compile(r"(?<![\w.@])(?<!\w-)[0-9][0-9,]*(?:\.[0-9]+)?(?:e-?[0-9]+)?(?![0-9])")
OPTION = re.compile(r"--[\w:=.,-]+|\bfigures? \d+\w?|\btables? \d+|\bc\d+\b")


def digits_in(text):
    """The numbers of a text that have two digits and more, without the commas of thousands."""
    return [one for one in (found[0].rstrip(",").replace(",", "") for found in NUMBER.finditer(text))
            if sum(map(str.isdigit, one)) > 1]


def loose(claim, settings):
    """The numbers of an explanation that are no quote, in no sentence with (by hand), no setting (texts),
    not given, and nowhere else in the claim."""
    known = {*settings, *claim.given, *digits_in(f"{claim.text} {claim.criterion}"),
             *digits_in(json.dumps(claim.table, ensure_ascii=False).replace("-", " "))}
    plain = OPTION.sub("", QUOTE.sub("", claim.explanation))
    parts = [part for part in sentences(plain) if f"({BY_HAND})" not in part]
    return [number for part in parts for number in digits_in(part) if number not in known]


def idle(claim):
    """What is given though the explanation does not have it."""
    return [number for number in claim.given
            if number not in digits_in(OPTION.sub("", QUOTE.sub("", claim.explanation)))]


def sentences(text):
    """A text's sentences."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z\"'])", text)


def settings_of(paper):
    """Parameters of a paper's experiments, as texts."""
    values = {value for one in paper.all_experiments().values() for mode in ("quick", "full")
              for point in one.points(mode) for value in point.values()
              if isinstance(value, Real) and not isinstance(value, bool)}
    return {written(float(value)) for value in values}

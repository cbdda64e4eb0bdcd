# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of explanations are those of runs that ship, or say what they are."""

import json
import math

import pytest
from conftest import ROOT

from hsn import published, quotes
from hsn.claims import ClaimsError, claims_in, load_claims
from hsn.errors import Unchecked
from hsn.paper import known_keys, load_paper

KEYS = known_keys()
QUOTING = [key for key in KEYS if (ROOT / "examples" / key / "quoted.toml").exists()]


@pytest.mark.parametrize("key", KEYS)
def test_every_number_says_where_it_is_from(key):
    """A quote, a sentence with (by hand) and a command, a setting, or a number that is given."""
    paper = load_paper(key)
    settings = quotes.settings_of(paper)
    for claim in load_claims(paper.folder):
        assert not quotes.loose(claim, settings), f"{claim.where}: neither quoted nor (by hand)"
        assert not quotes.idle(claim), f"{claim.where}: given, but not in the explanation"
        assert not claim.by_hand or "./hsn " in claim.by_hand, claim.where


@pytest.mark.parametrize("key", KEYS)
def test_what_is_stored_is_what_is_quoted(key):
    for claim in load_claims(ROOT / "examples" / key):
        assert set(claim.shipped) == {text for text, *_ in claim.quotes(of_modes=True)}, (
            f"{claim.where}: ./hsn publish {key} --quotes")


@pytest.mark.rotating
@pytest.mark.parametrize("key", QUOTING)
def test_quoted_numbers_are_those_of_the_runs(key):
    paper = load_paper(key)
    assert not quotes.outdated(paper, claims_in(paper))


# --- planted faults ----------------------------------------------------------------------


def explained(house, text, *fields):
    """The toy paper with published runs and another explanation; its claims."""
    if not (house.paper / "published.jsonl.xz").exists():
        assert house.cli("publish", "toy", "--quick").returncode == 0
    house.edit("claims.toml", 'explanation = "Because it was made so."',
               "\n".join([f"explanation = {json.dumps(text)}", *fields]))
    return load_paper("toy")


def quoting(house, text):
    """An explanation with its quotes as `./hsn publish --quotes` leaves it."""
    paper = explained(house, text)
    assert quotes.write(paper, claims_in(paper)) == house.paper / "quoted.toml"
    return claims_in(paper)[1].explain({})


@pytest.mark.parametrize("quote, number", [
    ("{quick:largest}", "6"), ("{quick:largest:.2f}", "6.00"),
    ("{quick:line.y@x=2, kind=a:.1f}", "5.5"),  # y = 2 x + seed, seeds 1 and 2
    ("{quick:line.y.max@x=1:.0f}", "4"), ("{quick:line.y.min:.0f}", "3"), ("{quick:line.y:.1%}", "450.0 %")])
def test_quotes_of_runs_that_ship(house, quote, number):
    assert quoting(house, f"It is {quote}.") == f"It is {number}."


def test_quotes_of_points_and_intervals(house):
    house.add_check("""
        from hsn.tables import intervals
        def c02(ctx):
            data = ctx.data("line")
            return Measured({"largest": data["y"].max(), "mean": intervals(data, "y", ["x", "kind"])})""")
    assert quoting(house, "{quick:mean@1, a:.1f} to {quick:mean@max:.1f}: {quick:mean@1, a:±.2f}, "
                   "{quick:mean@min:±.0%}.") == "3.5 to 5.5: 3.50 ± 6.35, 350 ± 635 %."


def test_lists_are_quoted_by_place(house):
    house.write_program(y='int(args["x"]), "pair": [7, 9]')
    assert quoting(house, "{quick:line.pair.2:.0f}") == "9"
    for place in ("0", "3", "-1", "x"):
        with pytest.raises(ClaimsError, match=f"'pair' has no number {place}; it has 2"):
            quotes.metric(published.context_of(load_paper("toy"), "quick"), f"line.pair.{place}", None)


def test_extremes_are_over_points_that_have_a_value():
    values = {"y": {"a": 1.0, "b": Unchecked("no run got that far"), "c": math.nan}}
    with pytest.raises(ClaimsError, match="'y' has no value at b; c"):
        quotes.measure(values, "y", "max")
    assert quotes.measure({"y": {"a": 1.0, "b": 3.0}}, "y", "max") == 3


@pytest.mark.parametrize("quote, reason", [
    ("{quick:smallest}", "the check returns no 'smallest'; it returns largest"),
    ("{quick:largest@b}", "'largest' has no point 'b'; there are none"),
    ("{quick:largest:±.1f}", "the value is 6"),
    ("{full:largest}", "no runs of the full mode ship with toy"),
    ("{quick:curve.y}", "no experiment 'curve'; there are line"),
    ("{quick:line.z}", "'line' has no metric 'z'"),
    ("{quick:line.y@w=2}", "'line' has no parameter 'w'"),
    ("{quick:line.y@x=9}", "'line' has no such run"),
    ("{quick:line.kind}", "'kind' is no number"), ("{quick:line.y.1}", "'y' has no number 1; it has 0")])
def test_fault_quote_of_what_is_not_there(house, quote, reason):
    paper = explained(house, f"It is {quote}.")
    line = (house.paper / "claims.toml").read_text("utf-8").splitlines().index('id = "toy-c02"')
    with pytest.raises(ClaimsError) as error:
        quotes.quoted(paper, claims_in(paper))
    assert str(error.value).startswith(f"{house.paper}/claims.toml:{line}: claim toy-c02: the explanation "
                                       f"quotes {quote}: ")
    assert reason in str(error.value)


def test_fault_the_measurement_moves(house):
    quoting(house, "It is {quick:largest}.")
    paper = load_paper("toy")
    assert not quotes.outdated(paper, claims_in(paper))
    house.write_program(y="60")
    assert house.cli("publish", "toy", "--quick").returncode == 0
    assert claims_in(paper)[1].explain({}) == "It is 60."  # publishing makes it new
    path = house.paper / "quoted.toml"
    path.write_text(path.read_text("utf-8").replace('"60"', '"6"'), encoding="utf-8")
    [line] = quotes.outdated(paper, claims_in(paper))
    assert "claim toy-c02: the explanation quotes {quick:largest}: stored is 6, the runs give 60" in line
    house.edit("claims.toml", "It is {quick:largest}.", "It is.")
    [line] = quotes.outdated(paper, claims_in(paper))
    assert "the runs give None; ./hsn publish toy --quotes" in line
    assert quotes.write(paper, claims_in(paper)) is None and not path.exists()


def test_numbers_are_shown_in_every_mode_and_the_runs_are_not_read(house):
    quoting(house, "It is {quick:largest}, here {largest}.")
    (house.paper / "published.jsonl.xz").write_bytes(b"no xz")
    claims, status = house.claims("--full")
    assert status == 0
    assert claims["toy-c02"]["explanation"].startswith("It is 6, here ")
    assert "6, here 6" not in claims["toy-c02"]["explanation"]
    (house.paper / "quoted.toml").write_text("[", encoding="utf-8")
    with pytest.raises(ClaimsError, match=r"quoted\.toml: "):
        load_claims(house.paper)


def test_the_command_writes_quotes_alone(house):
    explained(house, "It is {quick:largest}.")
    before = house.starts()
    done = house.cli("publish", "toy", "--quotes")
    assert done.returncode == 0 and "quoted.toml" in done.stdout, done.stderr
    assert house.starts() == before and "runs" not in done.stdout


@pytest.mark.parametrize("text, fields, found", [
    ("It is 47, or 5.", [], ["47"]), ("It is -0.43 and 1,024 of 10^7.", [], ["0.43", "1024", "10"]),
    ("It is 47 (by hand).", ['by_hand = "./hsn run toy"'], []),
    ("It is 47 (by hand). It is 48.", ['by_hand = "./hsn run toy"'], ["48"]),
    ("By 47, see c18, figure 10b, AAL52, --x=48 and {largest:.20f}.", ['given = ["47"]'], [])])
def test_fault_a_number_from_nowhere(house, text, fields, found):
    paper = explained(house, text, *fields)
    assert quotes.loose(claims_in(paper)[1], quotes.settings_of(paper)) == found


def test_numbers_of_the_claim_and_of_its_runs_need_no_source(house):
    house.edit("claims.toml", "No y is above 5.", "No y is above 5 in 470 runs.")
    house.edit("figures.py", 'quick_grid={"x": [1, 2]}', 'quick_grid={"x": [1, 250]}')
    paper = explained(house, "All 470 have 250.", 'given = ["99"]')
    assert not quotes.loose(claims_in(paper)[1], quotes.settings_of(paper))
    assert quotes.idle(claims_in(paper)[1]) == ["99"]


@pytest.mark.parametrize("text, field, message", [
    ("It is 47 (by hand).", "", "and the field by_hand belong together"),
    ("It is so.", 'by_hand = "./hsn run toy"', "and the field by_hand belong together"),
    ("It is 47.", "given = [47]", "given is a list of texts")])
def test_fault_marks_without_a_command(house, text, field, message):
    house.edit("claims.toml", 'explanation = "Because it was made so."', f'explanation = "{text}"\n{field}')
    with pytest.raises(ClaimsError, match=message):
        load_claims(house.paper)

# SPDX-License-Identifier: GPL-2.0-only
"""Claims: verdicts and their exit status."""

import numpy
import pytest

from hsn.claims import ClaimsError, Verdict, equals, load_claims, plain, within


def test_verdicts(house):
    claims, status = house.claims("--quick")
    assert status == 0  # a claim that differs is a result
    assert {name[4:]: claim["verdict"] for name, claim in claims.items()} == {
        "c01": "holds", "c02": "differs", "c03": "unchecked", "c04": "unchecked",
        "c05": "unchecked"}
    assert claims["toy-c01"] == {"id": "toy-c01", "verdict": "holds", "measured": 15,
                                 "criterion": "y(7) = 15", "mode": "quick"}
    assert claims["toy-c02"]["measured"] == 6
    assert claims["toy-c03"]["measured"] == "needs --full"
    assert claims["toy-c04"]["measured"] == "needs a machine of 1994"


def test_full_checks_what_needs_it(house):
    claims, _ = house.claims("--full")
    assert claims["toy-c03"]["verdict"] == "holds" and claims["toy-c03"]["mode"] == "full"


def test_a_check_that_fails_is_unchecked_and_an_error(house):
    house.add_claim(check="broken")
    claims, status = house.claims()
    assert status == 1
    assert claims["toy-c99"]["verdict"] == "unchecked"
    assert "ZeroDivisionError" in claims["toy-c99"]["measured"]


def test_a_check_that_is_missing_is_an_error(house):
    house.add_claim(check="forgotten")
    claims, status = house.claims()
    assert status == 1 and "no check 'forgotten'" in claims["toy-c99"]["measured"]


def test_a_check_on_failed_runs_is_an_error(house):
    figures = house.paper / "figures.py"
    figures.write_text(figures.read_text(encoding="utf-8").replace(
        'fixed={"deep": True}', 'fixed={"fail": 2}'), encoding="utf-8")
    claims, status = house.claims()
    assert status == 1 and claims["toy-c01"]["verdict"] == "holds"
    assert "runs failed" in claims["toy-c02"]["measured"]


def test_table_for_readers(house):
    done = house.cli("claims", "toy")
    assert "toy-c02  differs" in done.stdout and "1 hold, 1 differ, 3 unchecked" in done.stdout


@pytest.mark.parametrize("fields, message", [
    ({"kind": "vague"}, "kind 'vague'"), ({"id": "toy-c01"}, "twice"),
    ({"needs": "luck"}, "needs can only"), ({"chek": "c01"}, "unknown field 'chek'")])
def test_mistakes_in_claims_toml_are_named(house, fields, message):
    house.add_claim(**fields)
    with pytest.raises(ClaimsError, match=message):
        load_claims(house.paper)


def test_missing_field_is_named(house):
    (house.paper / "claims.toml").write_text("[[claim]]\nid = 'a'\n", encoding="utf-8")
    with pytest.raises(ClaimsError, match="claim a: 'text' is missing"):
        load_claims(house.paper)


def test_helpers():
    assert within(2, 1, 3).holds and not within(4, 1, 3).holds and within(1, 1, 3).holds
    assert equals(5, 5).holds and not equals("PPD", "PPP").holds
    assert equals(1.05, 1.0, tolerance=0.1).holds and not equals(1.2, 1.0, tolerance=0.1).holds
    assert Verdict(None, 1).holds is None
    assert plain(numpy.float64(1.5)) == 1.5 and plain(float("nan")) == "nan"
    assert plain([1, 2]) == "[1, 2]"

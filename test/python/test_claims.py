# SPDX-License-Identifier: GPL-2.0-only
"""Claims: what claims.toml may say, verdicts, and the exit status."""

import json
import re

import pytest

from hsn import report, sweep
from hsn.claims import ClaimsError, load_claims
from hsn.paper import load_paper
from hsn.results import Results


def test_verdicts(house):
    claims, status = house.claims("--quick")
    assert status == 0  # a claim that differs is a result
    assert {name[4:]: claim["verdict"] for name, claim in claims.items()} == {
        "c01": "holds", "c02": "differs", "c03": "unchecked", "c04": "unchecked",
        "c05": "unchecked"}
    first = claims["toy-c01"]
    assert {name: first[name] for name in ("id", "verdict", "expected", "unexpected", "mode",
                                           "criterion", "measured", "stale", "calibrated")} == {
        "id": "toy-c01", "verdict": "holds", "expected": "holds", "unexpected": False,
        "mode": "quick", "criterion": "y is 15 for x = 7.", "measured": "y for x = 7: 15 apples",
        "stale": [], "calibrated": ""}
    assert first["tests"] == [{
        "measure": "y", "text": "y for x = 7", "unit": "apples", "requirement": "15 apples exactly",
        "verdict": "holds", "why": "", "points": {}, "measured": 15, "half": None, "count": None}]
    second = claims["toy-c02"]
    assert second["measured"] == "largest y: 6" and second["note"] == "on purpose"
    assert second["tests"][0]["requirement"] == "at most 5"
    assert second["explanation"] == "Because it was made so."
    third = claims["toy-c03"]
    assert third["note"] == "needs --sample or --full" and "slope" in third["calibrated"]
    assert claims["toy-c04"]["note"] == "needs a machine of 1994"
    assert claims["toy-c05"]["note"] == "cannot tell"


def test_full_checks_what_needs_it(house):
    claims, _ = house.claims("--full")
    third = claims["toy-c03"]
    assert third["verdict"] == "holds" and third["mode"] == "full"
    # y = 2 x + seed, seeds 1 to 3: mean 2 x + 2, half of the interval 4.303 / sqrt(3)
    test = third["tests"][0]
    assert test["measured"]["3, b"] == 8 and test["count"]["3, b"] == 3
    assert test["half"]["3, b"] == pytest.approx(4.303 / 3 ** 0.5, rel=1e-3)
    assert test["points"]["1, a"] == ["holds", ""] and len(test["points"]) == 6


def test_a_sample_decides_by_one_repetition(house):
    claims, status = house.claims("--sample")
    third = claims["toy-c03"]
    assert third["verdict"] == "holds" and third["mode"] == "sample" and status == 0
    test = third["tests"][0]
    assert test["measured"]["3, b"] == 7 and len(test["points"]) == 6  # y = 2 x + 1


def test_claims_about_some_figures(house):
    claims, status = house.claims("--only=tab1")
    assert list(claims) == ["toy-c01"] and status == 0
    assert house.starts() == 1  # what fig1 needs was not run
    for arguments, words in ((["toy", "--only=fig9"], "no figure 'fig9'"),
                             (["--only=tab1"], "--only needs one paper")):
        done = house.cli("claims", *arguments)
        assert done.returncode == 1 and words in done.stderr


def test_a_check_that_fails_is_unchecked_and_an_error(house):
    house.add_claim(check="broken", test={"equals": 1})
    claims, status = house.claims()
    assert status == 1
    assert claims["toy-c99"]["verdict"] == "unchecked"
    assert "ZeroDivisionError" in claims["toy-c99"]["note"]


def test_a_check_on_failed_runs_is_an_error(house):
    house.edit("figures.py", 'fixed={"deep": True}', 'fixed={"fail": 2}')
    claims, status = house.claims()
    assert status == 1 and claims["toy-c01"]["verdict"] == "holds"
    assert "runs failed" in claims["toy-c02"]["note"]


def test_table_for_readers(house):
    done = house.cli("claims", "toy")
    assert "toy-c02  differs" in done.stdout and "1 hold, 1 differ, 3 unchecked" in done.stdout
    assert "calibrated: The slope was fitted" in done.stdout


@pytest.mark.parametrize("fields, message", [
    ({"kind": "vague"}, "kind 'vague'"), ({"id": "toy-c01"}, "twice"),
    ({"needs": "luck"}, "needs can only"), ({"chek": "c01"}, "unknown field 'chek'")])
def test_mistakes_in_claims_toml_are_named(house, fields, message):
    house.add_claim(**fields)
    with pytest.raises(ClaimsError, match=message):
        load_claims(house.paper)


@pytest.mark.parametrize("text, message", [
    ("[claim]\nid = 'a'", "claims are tables"), ("[[claims]]\nid = 'a'", "'claims' is unknown"),
    ("claim = [{id = 'a'}]", "claims are tables"), ("claim = 7", "claims are tables"),
    ("[[claim]]\n{fields}\n[claim.test]\nmeasure = 'y'", "tests are tables"),
    ("[[claim]]\n{fields}\ngiven = '29.2'\n[[claim.test]]", "given is a list")])
def test_other_brackets_are_no_claims(house, text, message):
    """TOML reads all of these; none may be left out in silence."""
    fields = "\n".join(f"{name} = '{name}'" for name in ("id", "text", "figure", "criterion"))
    (house.paper / "claims.toml").write_text(text.replace("{fields}", f"{fields}\nkind = 'exact'\ncheck = 'c01'"),
                                             encoding="utf-8")
    with pytest.raises(ClaimsError, match=message):
        load_claims(house.paper)


def test_missing_field_is_named(house):
    (house.paper / "claims.toml").write_text("# [[claim]]\n\n[[claim]]\nid = 'a'\n", encoding="utf-8")
    with pytest.raises(ClaimsError, match=r"claims\.toml:3: claim a: 'text' is missing"):
        load_claims(house.paper)


@pytest.mark.parametrize("old, new, message", [
    ('figure = "fig1"', 'figure = "fig9"', "there is no figure 'fig9'; there are fig1"),
    ('check = "c01"', 'check = "cxx"', "there is no check 'cxx' in checks.py or figures.py"),
    ("equals = 15", 'at_most = "many"', "at_most = 'many' is not a number")])
@pytest.mark.parametrize("command", [["claims", "toy"], ["claims", "toy", "--dry-run"],
                                     ["figure", "toy", "--dry-run"], ["list", "toy"]])
def test_claims_are_checked_before_anything_runs(house, command, old, new, message):
    house.edit("claims.toml", old, new)
    done = house.cli(*command)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert message in done.stderr and "claims.toml:" in done.stderr
    assert house.starts() == 0


# --- expected verdicts -------------------------------------------------------------------


def words(house, *arguments):
    """{id without the key: verdict}, the exit status, and what is said on stderr."""
    done = house.cli("claims", "toy", "--json", *arguments)
    found = {one["id"][4:]: one["verdict"] for one in json.loads(done.stdout)}
    return found, done.returncode, done.stderr


@pytest.mark.parametrize("claim, verdict, other", [
    ("toy-c01", "holds", "differs"), ("toy-c01", "holds", "unchecked"),
    ("toy-c02", "differs", "holds"), ("toy-c05", "unchecked", "holds")])
def test_another_verdict_than_expected_is_an_error(house, claim, verdict, other):
    house.edit("claims.toml", f'expected = {{ quick = "{verdict}"', f'expected = {{ quick = "{other}"')
    found, status, said = words(house)
    assert found[claim[4:]] == verdict and status == 1
    assert f"{claim}: the verdict is {verdict}, claims.toml expects {other} (quick)" in said
    assert house.claims("--full")[1] == 0  # there it is as expected


def test_the_figure_command_notices_it_too(house):
    house.edit("claims.toml", 'expected = { quick = "differs"', 'expected = { quick = "holds"')
    assert house.cli("figure", "toy").returncode == 1


def test_a_mode_without_an_expected_verdict_is_no_error(house):
    house.edit("claims.toml", 'expected = { quick = "holds", full = "holds" }',
               'expected = { quick = "holds" }')
    claims, status = house.claims("--full")
    assert status == 0
    assert claims["toy-c01"]["expected"] is None and not claims["toy-c01"]["unexpected"]


def test_a_claim_about_hosts_may_expect_several_verdicts(house):
    house.add_check('def clock(ctx):\n    return Measured({"y": 3})')
    house.add_claim(check="clock", kind="host", expected={"quick": ["holds", "differs"]},
                    test={"at_most": 2})
    claims, status = house.claims()
    assert status == 0 and claims["toy-c99"]["verdict"] == "differs"
    assert claims["toy-c99"]["expected"] == ["holds", "differs"]


# --- faults ------------------------------------------------------------------------------


def stale(house):
    """{id without the key: what has changed since its stored verdict}, if anything."""
    sweep.program_files.cache_clear()
    entries = report.claim_entries(load_paper("toy"), Results("toy"))
    return {one["id"][4:]: one["stale"] for one in entries if one["stale"]}


def refused(house, claim, verdict, reason=""):
    """A verdict that nobody expected makes the exit status 1."""
    claims, status = house.claims()
    assert status == 1 and claims[claim]["unexpected"]
    assert claims[claim]["verdict"] == verdict
    assert reason in claims[claim]["note"] + "".join(one["why"] for one in claims[claim]["tests"])


EMPTY = {
    'chosen(ctx.data("line"), x=9)["y"].min()': "no row has x=9",
    'named(ctx.data("line"), {"z": {"kind": "z"}})["y"].min()': "no row has kind=z",
    'intervals(ctx.data("line").query("x > 9"), "y", "x")': "there is no value",
    'ctx.data("line").query("x > 9")["y"].min()': "the value is nan",
    'ctx.data(Experiment("none", "toy-program", grid=[]))["y"].min()': "none: there are no rows"}


@pytest.mark.parametrize("measure", EMPTY)
def test_fault_empty_frame(house, measure):
    house.add_check(f"""
        from hsn.sweep import Experiment
        from hsn.tables import chosen, intervals, named
        def small(ctx):
            return Measured({{"y": {measure}}})""")
    house.add_claim(check="small", expected={"quick": "holds"}, test={"at_most": 100})
    refused(house, "toy-c99", "unchecked", EMPTY[measure])


def test_fault_widened_bound(house):
    assert house.claims()[1] == 0 and not stale(house)
    house.edit("claims.toml", "at_most = 5", "at_most = 7")
    assert stale(house) == {"c02": ["the criterion"]}
    refused(house, "toy-c02", "holds")


def test_fault_widened_tolerance_is_stale(house):
    house.claims()
    house.edit("claims.toml", "equals = 15", "equals = 15\ntolerance = 3")
    assert stale(house) == {"c01": ["the criterion"]}


def test_fault_swapped_columns(house):
    house.claims()
    house.write_program(swapped=True)
    assert stale(house)["c01"] == ["a program", "the results of the runs"]
    refused(house, "toy-c01", "differs")


def test_fault_swapped_points(house):
    house.add_check("""
        def twice(ctx):
            data = ctx.data("line")
            return Measured({"y": {kind: data[data["x"] == x]["y"].max()
                                   for x, kind in ((1, "one"), (2, "two"))}})""")
    house.add_claim(check="twice", expected={"quick": "holds"}, test={"equals": {"one": 4, "two": 6}})
    assert house.claims()[1] == 0
    house.edit("checks.py", '(1, "one"), (2, "two")', '(2, "one"), (1, "two")')
    refused(house, "toy-c99", "differs", "differs at 2 of 2 points: one; two")


def test_fault_stale_verdict(house):
    house.claims()
    house.write_program("another comment")
    assert "a program" in stale(house)["c01"]
    house.claims()
    assert not stale(house)
    store = house.results / "toy" / "store.jsonl"
    store.write_text(store.read_text(encoding="utf-8").replace('"y": 15', '"y": 16'),
                     encoding="utf-8")
    assert stale(house) == {"c01": ["the results of the runs"]}
    store.unlink()
    assert stale(house) == {"c01": ["the results of the runs"], "c02": ["the results of the runs"]}
    (house.bin / "toy-program").unlink()
    assert "there is no program" in stale(house)["c01"][0]


def age(house, version_of):
    """Give each stored run the version that a function of its parameters says."""
    store = house.results / "toy" / "store.jsonl"
    records = [json.loads(line) for line in store.read_text(encoding="utf-8").splitlines()]
    for one in records:
        del one["sum"]  # earlier versions had none
    store.write_text("".join(json.dumps({**one, "version": version_of(one["params"])}) + "\n"
                             for one in records), encoding="utf-8")


def test_fault_verdict_on_old_results(house):
    house.claims()
    age(house, lambda params: "v0.2" if params["x"] == 2 else "v0.1")
    house.write_program(y="16")  # its results would be c01 differs
    claims, status = house.claims("--keep-old")
    first, second = claims["toy-c01"], claims["toy-c02"]
    assert status == 0 and (first["verdict"], second["verdict"]) == ("holds", "differs")
    assert first["old"] == {"runs": 1, "of": 1, "versions": ["v0.1"]}
    assert second["old"] == {"runs": 8, "of": 8, "versions": ["v0.1", "v0.2"]}
    assert first["stale"] == second["stale"] == ["a program"]
    for undecided in ("c03", "c04", "c05"):  # looked at no runs
        assert claims[f"toy-{undecided}"]["old"] is None
    assert stale(house) == {"c01": ["a program", "the results of the runs"],
                            "c02": ["a program", "the results of the runs"]}
    table = house.cli("claims", "toy", "--keep-old").stdout
    assert re.search(r"^toy-c01 .*\n +stale +old results: 1 of 1 runs, by version v0.1$", table, re.M)
    assert "0 hold, 0 differ, 3 unchecked, 2 stale" in table
    fresh, status = house.claims()
    assert status == 1 and fresh["toy-c01"]["verdict"] == "differs"
    assert fresh["toy-c01"]["old"] is None and not stale(house)


def test_a_verdict_on_some_old_results_is_stale_until_it_is_found_again(house):
    house.claims()
    age(house, lambda params: "v0.1")
    store = house.results / "toy" / "store.jsonl"
    store.write_text("".join(line for line in store.read_text(encoding="utf-8").splitlines(True)
                             if json.loads(line)["params"]["x"] != 2), encoding="utf-8")
    house.write_program("recompiled")
    claims, _ = house.claims("--keep-old")
    assert claims["toy-c02"]["old"] == {"runs": 4, "of": 8, "versions": ["v0.1"]}
    paper = load_paper("toy")  # the same rows, now from the present program
    sweep.Runner(Results("toy").store(), progress=False).run(paper.all_experiments().values(), "quick")
    assert stale(house)["c02"] == ["a program"]
    claims, _ = house.claims("--keep-old")
    assert claims["toy-c02"]["old"] is None
    assert list(stale(house)) == ["c01"]


def test_fault_changed_check(house):
    house.claims()
    house.edit("checks.py", "X = 7", "X = 8")
    assert stale(house)["c01"] == ["the check"]
    refused(house, "toy-c01", "differs")


def test_fault_changed_experiment(house):
    house.claims()
    house.edit("figures.py", 'quick_grid={"x": [1, 2]}', 'quick_grid={"x": [1]}')
    assert stale(house)["c02"] == ["the check", "the results of the runs"]
    refused(house, "toy-c02", "holds")


def test_what_only_readers_see_makes_nothing_stale(house):
    house.claims()
    house.edit("claims.toml", "Because it was made so.", "Because we wanted that.")
    house.edit("claims.toml", 'expected = { quick = "differs"', 'expected = { quick = "holds"')
    assert not stale(house)


def test_fault_nan(house):
    house.write_program(y='float("nan")')
    refused(house, "toy-c01", "unchecked", "the value is nan")


def test_fault_one_nan_among_repetitions(house):
    house.write_program(y='float("nan") if args["RngRun"] == "2" else 3')
    house.add_check("""
        from hsn.tables import intervals
        def mean(ctx):
            return Measured({"y": intervals(ctx.data("line"), "y", "x")})""")
    house.add_claim(check="mean", expected={"quick": "holds"}, test={"at_most": 100})
    refused(house, "toy-c99", "unchecked", "2 of 4 values are missing")


def test_incomplete_transfers(house):
    house.write_program(y='3, "complete": args["x"] != "2"')
    house.edit("claims.toml", 'expected = { quick = "differs"', 'expected = { quick = "holds"')
    refused(house, "toy-c02", "unchecked", "line: 4 of 8 transfers are incomplete")
    house.edit("figures.py", 'ctx.data("line")', 'ctx.data("line", incomplete=True)')
    assert house.claims()[0]["toy-c02"]["verdict"] == "holds"
    house.edit("checks.py", "X = 7", "X = 2")
    assert "toy-program: 1 of 1 transfers" in house.claims()[0]["toy-c01"]["note"]


@pytest.mark.parametrize("source, reason", [
    ("return 7", "returned a int, not Measured"), ('return Measured({"z": 7})', "returns no 'y'"),
    ('return Measured({"y": "seven"})', "which is not a number")])
def test_mistakes_of_checks(house, source, reason):
    house.add_check(f"def wrong(ctx):\n    {source}")
    house.add_claim(check="wrong", expected={"quick": "holds"}, test={"at_most": 9})
    refused(house, "toy-c99", "unchecked", reason)


def test_a_corrupted_row_is_not_believed(house):
    """y of x = 7 is 15; a changed digit would make the claim differ, or hold though it should not."""
    assert house.cli("claims", "toy").returncode == 0
    path, starts = house.results / "toy" / "store.jsonl", house.starts()
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = [line.replace(b'"y": 15', b'"y": 16') for line in lines]
    assert damaged != lines
    path.write_bytes(b"".join(damaged))
    for command in ("list", "report"):
        told = house.cli(command).stderr
        assert "its checksum does not fit (toy-program --x=7 --RngRun=1)" in told, command
    done = house.cli("claims", "toy", "--json")
    assert done.returncode == 0 and "set aside in store.jsonl.damaged" in done.stderr
    assert house.starts() == starts + 1
    assert {one["id"]: one["verdict"] for one in json.loads(done.stdout)}["toy-c01"] == "holds"
    assert "checksum" not in house.cli("claims", "toy").stderr


def test_verdicts_are_not_stale_in_the_next_process(house):
    """The program prints nested metrics in an order of its own; the store sorts them."""
    text = (house.bin / "toy-program").read_text(encoding="utf-8")
    (house.bin / "toy-program").write_text(
        text.replace('"x": int(args["x"])', '"x": int(args["x"]), "rates": {"b": 1, "a": 2}'),
        encoding="utf-8")
    assert house.cli("figure", "toy", "--full").returncode == 0
    assert '"rates": {"a": 2, "b": 1}' in (house.results / "toy/store.jsonl").read_text("utf-8")
    house.cli("report")
    page = (house.results / "report" / "toy.html").read_text(encoding="utf-8")
    assert ">stale</span>" not in page


def test_explanations_quote_what_was_measured(house):
    """So no number in a text is older than the verdict beside it."""
    house.edit("claims.toml", "Because it was made so.", "It is {largest:.1f}, and {largest@b}; {x}.")
    claim = load_claims(house.paper)[1]
    assert claim.explain({}) == "It is ?, and ?; ?."
    found, status = house.claims("--quick")
    assert status == 1 and found["toy-c02"]["failed"]
    assert found["toy-c02"]["note"] == ("error: ValueError: the explanation quotes {largest@b}, which the "
                                        "check does not return")
    house.edit("claims.toml", ", and {largest@b}; {x}", " at most")
    found, status = house.claims("--quick")
    largest = found["toy-c02"]["tests"][0]["measured"]
    assert status == 0 and found["toy-c02"]["explanation"] == f"It is {largest:.1f} at most."


@pytest.mark.parametrize("value", ['Unchecked("no run got that far")', 'float("nan")', "mean_ci([1])"])
def test_a_quoted_number_may_be_unknown(house, value):
    """The reason must be told, and not that the explanation lacks a number."""
    house.add_check("def bare(ctx):\n    from hsn.errors import Unchecked\n    from hsn.stats import mean_ci\n"
                    f"    return Measured({{'y': {value}, 'x': 1}})")
    digits = ":±.1f" if "mean_ci" in value else ":.1f"
    house.add_claim(check="bare", explanation=f"It is {{y{digits}}}.", test={"measure": "x", "at_most": 9})
    found, status = house.claims("--quick")
    assert status == 0 and found["toy-c99"]["verdict"] == "holds"
    assert found["toy-c99"]["explanation"] == "It is ?."


def test_what_holds_by_arithmetic_is_counted_apart(house):
    before = house.cli("claims", "toy", "--quick").stdout.splitlines()[-1]
    house.edit("claims.toml", 'check = "c01"', 'check = "c01"\narithmetic = "Of printed numbers."')
    done = house.cli("claims", "toy", "--quick")
    holds = int(before.split()[0])
    assert done.stdout.splitlines()[-1].startswith(f"{holds - 1} hold, ")
    assert ", 1 by arithmetic" in done.stdout.splitlines()[-1]
    assert "by arithmetic alone: Of printed numbers." in done.stdout
    page = report.write_report(["toy"])
    assert not page.problems
    assert "No simulation can change the verdict" in page.index.with_name("toy.html").read_text("utf-8")

# SPDX-License-Identifier: GPL-2.0-only
"""The table of faults fits the sources, and the script that plants them tells what it found."""

import re
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "test" / "mutation"))

import mutate  # noqa: E402

GROUP = re.compile(r'HsnTestRegistration(?:\s+\w+)?\(\s*"([\w-]+)"')
GROUPS = {name for path in ROOT.glob("test/**/*.cc") for name in GROUP.findall(path.read_text("utf-8"))}
TESTS = GROUPS | {path.name for path in ROOT.glob("test/python/test_*.py")}


def test_every_fault_has_its_place_and_the_tests_of_its_room_exist():
    mutants, rooms = mutate.read_tables()
    assert len(mutants) >= 100
    assert {mutant.room for mutant in mutants} == set(rooms)
    assert {name for names in rooms.values() for name in names} <= TESTS
    for mutant in mutants:
        assert mutant.killer in TESTS or mutant.survives, mutant.id


def write_table(folder, *entries, room="a/room"):
    """A folder with the table of one room."""
    path = folder / "a-room.toml"
    text = f'room = "{room}"\ntests = ["gcra"]\n'
    for entry in entries:
        lines = {"file": "LICENSE", "replace": "", **entry}
        text += "\n[[mutant]]\n" + "".join(f"{name} = '{value}'\n" for name, value in lines.items())
    path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("entries, words", [
    ([{"id": "a", "find": "no such text"}], "a: LICENSE has 0 times: no such text"),
    ([{"id": "a", "find": "GNU"}], r"a: LICENSE has \d+ times: GNU"),
    ([{"id": "a", "find": "Version 2, June 1991", "replace": "Version 2, June 1991"}],
     "a: nothing changes"),
    ([{"id": "a", "find": "Version 2, June 1991"}] * 2, "a: 2 mutants have this id")])
def test_table_that_does_not_fit_is_refused(tmp_path, entries, words):
    with pytest.raises(SystemExit, match=words):
        mutate.read_tables(write_table(tmp_path, *entries))


def test_table_has_the_name_of_its_room(tmp_path):
    folder = write_table(tmp_path, {"id": "a", "find": "Version 2, June 1991"}, room="cellar")
    with pytest.raises(SystemExit, match="a-room.toml: this is the table of cellar"):
        mutate.read_tables(folder)


def test_outcomes_hold_as_long_as_fault_and_file_stay(tmp_path):
    [mutant], _ = mutate.read_tables(
        write_table(tmp_path, {"id": "a", "find": "Version 2, June 1991"}))
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    path = tmp_path / "outcomes.jsonl"
    for key in (mutant.key(text + "changed"), mutant.key(text)):
        assert not mutate.find_outcomes([mutant], path)
        with open(path, "a", encoding="utf-8") as handle:
            handle.write(f'{{"key": "{key}", "outcome": "killed", "by": "x"}}\n{{"torn\n')
    assert mutate.find_outcomes([mutant], path)["a"]["outcome"] == "killed"


def test_summary_counts_what_is_explained_apart(capsys):
    common = {"room": "fec", "file": "LICENSE", "find": "a", "replace": "b"}
    mutants = [mutate.Mutant(id="one", **common), mutate.Mutant(id="two", **common),
               mutate.Mutant(id="three", **common, survives="the same code"),
               mutate.Mutant(id="four", **{**common, "room": "measure"})]
    outcomes = {"one": {"outcome": "killed"}, "two": {"outcome": "survived"},
                "three": {"outcome": "survived"}}
    mutate.print_summary(mutants, outcomes)
    mutate.print_survivors(mutants, outcomes)
    lines = [re.split(r"  +", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == ["room", *mutate.COLUMNS]
    assert lines[3:6] == [["fec", "3", "1", "1", "1", "0", "0"],
                          ["measure", "1", "0", "0", "0", "0", "1"],
                          ["all", "4", "1", "1", "1", "0", "1"]]
    assert lines[7:] == [["survived: two (LICENSE): NOT EXPLAINED"],
                         ["survived: three (LICENSE): the same code"]]


def test_command_that_hangs_or_fails_is_noticed(tmp_path):
    assert mutate.run(["sh", "-c", "echo good; exit 3"], tmp_path) == (3, "good\n")
    with pytest.raises(TimeoutError):
        mutate.run(["sh", "-c", "sleep 60 & wait"], tmp_path, timeout=0.2)

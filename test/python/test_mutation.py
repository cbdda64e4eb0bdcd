# SPDX-License-Identifier: GPL-2.0-only
"""The table of faults fits the sources, and the script that plants them tells what it found."""

import itertools
import re
import sys
import types

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "test" / "mutation"))

import mutate  # noqa: E402
import random_faults  # noqa: E402

GROUP = re.compile(r'(?:HsnTestRegistration(?:\s+\w+)?\(\s*|ConformanceRegistration[^;"]*\{)"([\w-]+)"')
GROUPS = {name for path in ROOT.glob("test/**/*.cc") for name in GROUP.findall(path.read_text("utf-8"))}
TESTS = GROUPS | {path.name for path in ROOT.glob("test/python/test_*.py")}


def test_every_fault_has_its_place_and_the_tests_of_its_room_exist():
    mutants, rooms = mutate.read_tables()
    assert len(mutants) >= 100
    assert {mutant.room for mutant in mutants} == set(rooms)
    # what takes long is for faults of the tables alone
    long = re.compile("-(long|all|slow|seeds)$")
    assert [group for group in sorted(GROUPS - set(sum(rooms.values(), [])))
            if not long.search(group)] == []
    assert {name for names in rooms.values() for name in names} <= TESTS
    for mutant in mutants:
        assert mutant.killer in TESTS or mutant.survives, mutant.id


def test_each_module_has_one_of_the_tests_that_import_it_in_its_room():
    listed = set(mutate.read_tables()[1]["bindings"])
    importers = {}
    for path in ROOT.glob("test/python/test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^\s*(?:import hsn\.|from hsn\.)(\w+)", text, re.MULTILINE):
            importers.setdefault(name, set()).add(path.name)
        for names in re.findall(r"^\s*from hsn import (.+)", text, re.MULTILINE):
            for name in re.findall(r"\w+", names):
                importers.setdefault(name, set()).add(path.name)
    modules = {path.stem for path in ROOT.glob("bindings/hsn/*.py")} & set(importers)
    assert {"live", "store", "loader", "traces"} <= modules
    assert {name for name in modules if not importers[name] & listed} == set()


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
        mutate.run(["sh", "-c", "sleep 60 & wait"], tmp_path, timeout=0.1)  # waits


def test_command_that_takes_too_much_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "WAITING", 10000)  # the clock's limit is out of the way
    with pytest.raises(TimeoutError):
        mutate.run(["sh", "-c", "while :; do :; done"], tmp_path, timeout=1)
    hungry = f"bytearray({mutate.MOST_MEMORY}); print('took it')"
    status, output = mutate.run([sys.executable, "-c", hungry], tmp_path, timeout=10)
    assert status == 1 and "MemoryError" in output


# --- faults at random places -------------------------------------------------------------

CODE = """// a < b
void
F()
{
    NS_LOG_LOGIC("x < y " << a + b);
    if (m_a <= limit && !IsOpen())
    {
        m_b = Get(first, second) + 3; // 4
        Call();
    }
    return std::min(m_c, limit);
}
"""
HEADER = "class A\n{\n    uint32_t m_a{0};\n    uint32_t m_b{0};\n    double m_c;\n};\n"


@pytest.mark.parametrize("operator, expected", [
    ("comparison", ["m_a < limit &&"]),
    ("arithmetic", ["limit || !IsOpen", "second) - 3;"]),
    ("constant", [") + 4;"]),
    ("negation", ["if (!(m_a <= limit && !IsOpen()))", "&& IsOpen()"]),
    ("deletion", ["        Call();", "        m_b = Get"]),
    ("swap", ["Get(second, first) + 3"]),
    ("member", ["if (m_b <= limit", "        m_a = Get"])])
def test_operators_find_their_places_and_nothing_in_comments_and_messages(
        tmp_path, monkeypatch, operator, expected):
    monkeypatch.setattr(random_faults, "ROOT", tmp_path)
    (tmp_path / "a.cc").write_text(CODE, encoding="utf-8")
    (tmp_path / "a.h").write_text(HEADER, encoding="utf-8")
    places = [p for p in random_faults.find_places("a.cc") if p.operator == operator]
    made = [CODE[:p.begin] + p.text + CODE[p.end:] for p in places]
    assert len(made) == len(set(made)) == len(expected)
    for text in made:
        assert text != CODE and text.split("\n")[:5] == CODE.split("\n")[:5]
    for words in expected:  # there, or for a deletion gone
        count = sum((words in text) != (operator == "deletion") for text in made)
        assert count == 1, words


def test_operators_of_python_keep_the_syntax(tmp_path, monkeypatch):
    monkeypatch.setattr(random_faults, "ROOT", tmp_path)
    text = ('"""µ: a < b"""\nclass A:\n    def f(self, x):\n        self.a = 1\n        self.b = 2\n'
            '        if not x and self.a < len(x):\n            print(f"{x + 1}", self.b)\n'
            '            x.add(self.a, "ü")\n        return x + 1\n')
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    places = random_faults.find_places("a.py")
    assert {place.operator for place in places} == set(random_faults.OPERATORS)
    for place in places:
        made = text[:place.begin] + place.text + text[place.end:]
        compile(made, "a.py", "exec")
        assert made != text and '"""µ: a < b"""' in made and 'f"{x + 1}"' in made or \
            place.operator in ("deletion", "swap")


def test_random_faults_are_those_of_their_seed_and_fit_the_sources():
    _, rooms = mutate.read_tables()
    one, again, other = (random_faults.Draws(rooms, seed, "fec") for seed in (7, 7, 8))
    drawn = [[draws.draw() for _ in range(20)] for draws in (one, again, other)]
    assert drawn[0] == drawn[1]
    assert {m.find for m in drawn[0]} != {m.find for m in drawn[2]}
    for mutant in drawn[0]:
        assert mutant.file.startswith("model/fec/") and mutant.room == "fec"
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert mutant.plant(text) != text
    with pytest.raises(SystemExit, match="no code in attic: must be one of analysis,"):
        random_faults.Draws(rooms, 1, "attic")


def test_faults_that_are_none_are_still_in_the_code():
    for (file, find, replace), reason in random_faults.read_equivalent().items():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text.count(find) == 1 and find != replace and reason, (file, find)


def test_random_faults_are_drawn_until_enough_of_them_compile(tmp_path, monkeypatch, capsys):
    outcomes = itertools.cycle([("build error", "x"), ("killed", "gf"), ("survived", "")])

    class FakeTree:
        folder = ROOT

        def test(self, mutant):
            assert mutant.room == "fec" and not mutant.file.endswith(".h")
            return next(outcomes)

    monkeypatch.setattr(mutate, "make_trees", lambda *_, **__: [FakeTree()])
    options = types.SimpleNamespace(random=6, seed=3, room="fec", sources=True)
    path = tmp_path / "outcomes.jsonl"
    _, rooms = mutate.read_tables()
    mutate.run_random(options, rooms, path)
    told = capsys.readouterr().out
    assert told.endswith("seed 3: 3 of 6 random faults were noticed (50 %)\n")
    assert told.count("survived: random-3-") == 3 and re.search(r"\n    -.*\n    \+", told)
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines >= 9  # three of them did not compile
    monkeypatch.setattr(FakeTree, "test", None)  # all is known already
    mutate.run_random(options, rooms, path)
    assert capsys.readouterr().out.endswith("3 of 6 random faults were noticed (50 %)\n")
    assert path.read_text(encoding="utf-8").count("\n") == lines


def test_faults_that_are_none_have_their_place_and_a_reason():
    known = random_faults.read_equivalent()
    assert known
    for (file, find, replace), reason in known.items():
        assert (ROOT / file).read_text("utf-8").count(find) == 1, find
        assert find != replace and reason


def test_only_the_tests_of_the_room_must_notice_random_faults():
    rooms = {"ilp": ["ilp-loop", "test_ilp.py"]}
    common = {"id": "a", "room": "ilp", "find": "a", "replace": "b"}
    tree = mutate.Tree(ROOT, rooms, {}, all_tests=False)
    assert tree.stages(mutate.Mutant(file="x.cc", **common)) == [("suite", ("ilp-loop",))]
    assert tree.stages(mutate.Mutant(file="x.py", killer="test_x.py", **common)) == \
        [("pytest", ("test_x.py",)), ("pytest", ("test_ilp.py",))]
    assert len(mutate.Tree(ROOT, rooms, {}).stages(mutate.Mutant(file="x.cc", **common))) == 2

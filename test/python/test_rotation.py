# SPDX-License-Identifier: GPL-2.0-only
"""Tests that take turns."""

import os
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from conftest import ROOT

TESTS = """
import pytest
KEYS = [f"p{number}" for number in range(30)]

@pytest.mark.rotating
@pytest.mark.parametrize("key", KEYS)
def test_of_a_paper(key):
    pass

@pytest.mark.rotating("tools", "hsn")
@pytest.mark.parametrize("part", range(30))
def test_of_a_part(part):
    pass

def test_always():
    pass
"""
DATE = {f"GIT_{who}_DATE": "2000-01-01T00:00:00Z" for who in ("AUTHOR", "COMMITTER")}  # same hashes
INI = "[pytest]\nmarkers =\n    rotating(places): takes turns\naddopts = --strict-markers\n"


@pytest.fixture
def clone(tmp_path):
    """A repository with twelve commits and those tests."""
    def git(*arguments):
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b",
                        *arguments], check=True, capture_output=True, env={**os.environ, **DATE})

    def run():
        done = subprocess.run([sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", tmp_path],
                              cwd=tmp_path, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return set(re.findall(r"::(\S+) PASSED", done.stdout))

    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(INI, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'test' / 'python')!r})\nimport rotation\n\n\n"
        "def pytest_collection_modifyitems(items):\n"
        f"    others = rotation.left_out(items, {str(tmp_path)!r})\n"
        "    items[:] = [item for item in items if item not in others]\n", encoding="utf-8")
    git("init", "-q")
    return SimpleNamespace(git=git, run=run)


def commit(clone, times):
    for _ in range(times):
        clone.git("commit", "-q", "--allow-empty", "-m", "x")


def test_each_test_has_its_turn(clone):
    commit(clone, 1)
    assert len(clone.run()) == 61  # too young to tell what changed lately: all
    commit(clone, 11)
    seen, counts = set(), []
    for _ in range(20):
        commit(clone, 1)
        found = clone.run()
        assert "test_always" in found
        assert found == clone.run()
        counts.append(len(found))
        seen |= found
    assert 12 < sum(counts) / len(counts) < 20  # 1 + 60 / 4 in the mean
    assert len(seen) >= 59  # each is left out of all twenty with (3/4)^20 = 0.3 %


def test_a_paper_that_changed_lately_is_always_tested(clone, tmp_path):
    commit(clone, 12)
    folder = tmp_path / "examples" / "p7"
    folder.mkdir(parents=True)
    (folder / "claims.toml").write_text("", encoding="utf-8")
    clone.git("add", "examples")
    for _ in range(3):
        commit(clone, 1)
        assert "test_of_a_paper[p7]" in clone.run()


@pytest.mark.parametrize("name, tested", [("tools/deep/one.py", True), ("hsn", True), ("hsn-more", False),
                                          ("model/tools/one.cc", False),
                                          ("test_some.py", True)])
def test_what_is_about_a_place_that_changed_lately_is_always_tested(clone, tmp_path, name, tested):
    commit(clone, 12)
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# more\n" + (path.read_text("utf-8") if path.exists() else ""), encoding="utf-8")
    clone.git("add", name)
    for _ in range(3):
        commit(clone, 1)
        found = {test for test in clone.run() if "of_a_part" in test}
        assert (len(found) == 30) == tested
    commit(clone, 1)
    assert len(clone.run()) < 61  # no longer

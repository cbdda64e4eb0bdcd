# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's headers, precompiled for Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hsn import precompiled
from hsn.precompiled import Headers

pytestmark = pytest.mark.rotating("bindings/hsn", "hsn")

USE = """
import sys
from hsn.precompiled import Headers
headers = Headers(sys.argv[1], '#include "own.h"', [sys.argv[2]])
with headers.in_use():
    import cppyy
import os
print(cppyy.gbl.own.three() if hasattr(cppyy.gbl, "own") else "none",
      os.environ.get("CLING_STANDARD_PCH"))
"""


@pytest.fixture
def environment(script_environment):
    """That of a user who has not chosen a file."""
    return {name: value for name, value in script_environment.items()
            if name != precompiled.VARIABLE}


def use(made, environment):
    """What a script prints that asks for the headers."""
    done = subprocess.run([sys.executable, "-c", USE, made.folder.parent, made.includes[0]], text=True,
                          check=True, capture_output=True, env=environment)
    return done.stdout.split()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Made once; tests that change something change it back."""
    includes, build = tmp_path_factory.mktemp("include"), tmp_path_factory.mktemp("build")
    (includes / "own.h").write_text('#include "part.h"\n', encoding="utf-8")
    (includes / "part.h").write_text("namespace own { inline int three() { return 3; } }\n",
                                     encoding="utf-8")
    headers = Headers(build, '#include "own.h"', [includes])
    assert not headers.is_current()
    headers.make()
    return headers


def test_a_script_has_what_was_precompiled_and_its_children_do_not(made, environment):
    assert made.is_current()
    assert use(made, environment) == ["3", "None"]


def test_the_users_own_choice_stays(made, monkeypatch):
    monkeypatch.setenv(precompiled.VARIABLE, "/mine")
    with made.in_use():
        assert os.environ[precompiled.VARIABLE] == "/mine"
    assert os.environ[precompiled.VARIABLE] == "/mine"


def touched(path):
    """A later time of change."""
    state = path.stat()
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    return lambda: os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def damaged(path):
    """The same time of change, but shorter."""
    content, state = path.read_bytes(), path.stat()
    path.write_bytes(content[:-1])
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))

    def mend():
        path.write_bytes(content)
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    return mend


def without(path):
    """A file that is gone."""
    aside = path.rename(path.with_name("aside"))
    return lambda: aside.rename(path)


@pytest.mark.parametrize("change, name", [(touched, "part.h"), (without, "part.h"),
                                          (damaged, "headers.pch"), (damaged, "headers.json"),
                                          (without, "headers.pch"), (without, "headers.json")])
def test_what_is_old_or_broken_is_not_used(made, environment, change, name):
    path = (Path(made.includes[0]) if name.endswith(".h") else made.folder) / name
    restore = change(path)
    assert not made.is_current()
    if change is touched:
        assert use(made, environment)[0] == "none"
    restore()
    assert made.is_current()


def test_another_processor_or_other_arguments_need_a_file_of_their_own(made, monkeypatch):
    monkeypatch.setenv("EXTRA_CLING_ARGS", " -O2  -march=native ")  # as cppyy itself writes it
    assert made.is_current()
    monkeypatch.setenv("EXTRA_CLING_ARGS", "-O0")
    assert not made.is_current()
    monkeypatch.delenv("EXTRA_CLING_ARGS")
    monkeypatch.setattr(precompiled, "abilities", lambda: "of another one")
    assert not made.is_current()


def test_a_record_of_another_shape_is_no_traceback(made):
    content, state = made.record.read_bytes(), made.record.stat()
    for text in ("", "[]", "{}", json.dumps({"settings": 1, "files": 2}), "\0"):
        made.record.write_text(text, encoding="utf-8")
        assert not made.is_current()
    made.record.write_bytes(content)
    os.utime(made.record, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert made.is_current()


def test_folders_may_have_blanks(tmp_path):
    """And what else g++ writes in another way for make: see "Rule Syntax" in make's manual."""
    includes = tmp_path / "my $1 #include"
    includes.mkdir()
    (includes / "own.h").write_text("namespace own { inline int three() { return 3; } }\n",
                                    encoding="utf-8")
    headers = Headers(tmp_path / "my build", '#include "own.h"', [includes])
    headers.make()
    assert headers.is_current()
    assert str(includes / "own.h") in json.loads(headers.record.read_text(encoding="utf-8"))["files"]


def test_what_cannot_be_made_leaves_nothing_behind(tmp_path):
    headers = Headers(tmp_path, '#include "missing.h"', [tmp_path])
    with pytest.raises((OSError, subprocess.SubprocessError)):
        headers.make()
    assert not headers.is_current() and list(headers.folder.iterdir()) == []


def test_with_them_ns3_is_there_in_a_third_of_the_time(environment):
    """CPU time of two processes, each as a user's script would begin."""
    code = "import time\nfrom hsn import ns\nns.hsn.AtmHelper\nprint(time.process_time())"
    subprocess.run([sys.executable, "-m", "hsn.precompiled"], env=environment, check=True,
                   capture_output=True)
    seconds = []
    for before in ("", "import cppyy\n"):  # whoever comes first chooses
        done = subprocess.run([sys.executable, "-c", before + code], env=environment,
                              text=True, check=True, capture_output=True)
        seconds.append(float(done.stdout))
    assert seconds[0] < seconds[1] / 3, seconds

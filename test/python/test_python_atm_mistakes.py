# SPDX-License-Identifier: GPL-2.0-only
"""A fatal error in a function of the ATM rooms, caught in Python, changes nothing: all that can be seen of
the network is as in a process without it.  atm_mistakes.py makes the mistakes."""

import functools
import json
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from test_python_tcp import pytestmark as python_only

PLACES = ["model/atm", "helper/atm-helper.cc", "helper/atm-switch-helper.cc", "helper/cell-source-helper.cc"]
pytestmark = [*python_only, pytest.mark.rotating(*PLACES, "bindings/hsn/fatal.py", "bindings/hsn/loader.py",
                                                 "test/python/atm_mistakes.py")]
SOURCES = [path for place in PLACES
           for path in ([ROOT / place] if place.endswith(".cc") else sorted((ROOT / place).rglob("*.[ch]*")))]

# (file, condition): why nobody can meet it from outside
EXCUSED = {
    ("atm-cell-source.cc", "cells==0||cells>MAX_UNIT"): "sources of model/traffic refuse such lengths first",
}


@functools.cache
def seen(engine):
    """{name: what became of the mistake}, and the classes whose attributes were tried."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings")}
    done = subprocess.run([sys.executable, ROOT / "test" / "python" / "atm_mistakes.py", engine,
                           ",".join(sorted(attributes()))],
                          env=environment, text=True, capture_output=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout)
    return found["mistakes"], set(found["classes"])


def attributes():
    """Classes with attributes."""
    return {name for path in SOURCES
            for name in re.findall(r'TypeId\("(ns3::hsn::\w+)"\)[^;]*?\.AddAttribute\(', path.read_text("utf-8"))}


def closed(text, start):
    """What is in the parentheses that begin at a place, up to the first comma outside others, and all."""
    depth, quoted, first = 0, False, None
    for place in range(start, len(text)):
        one = text[place]
        if one == '"' and text[place - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        depth += (one in "([{") - (one in ")]}")
        if one == "," and depth == 1 and first is None:
            first = text[start + 1:place]
        if depth == 0:
            return first, text[start + 1:place]
    raise ValueError("no end")


def places():
    """{(file, condition): places that abort by it}; the condition as in the message, without spaces."""
    found = {}
    for path in SOURCES:
        text = path.read_text("utf-8")
        for macro in re.finditer(r"\bNS_(ABORT|FATAL)\w*(?=\()", text):
            first, _ = closed(text, macro.end())
            condition = {"NS_ABORT_MSG_IF": f"{first}", "NS_ABORT_MSG_UNLESS": f"!({first})",
                         "NS_FATAL_ERROR": ""}[macro[0]]
            key = (path.name, "".join(condition.split()))
            found[key] = found.get(key, 0) + 1
    return found


def met():
    """{(file, condition): texts of errors by it}"""
    found = {}
    for engine in ("Burst", "PerCell"):
        for mistake in seen(engine)[0].values():
            for text in mistake.get("said", ()):
                parts = re.fullmatch(r'(?:aborted\. cond="(.*)", )?msg="(.*)", .*?file=(\S+), line=.*', text,
                                     re.DOTALL)
                if parts:
                    key = (os.path.basename(parts[3]), "".join((parts[1] or "").split()))
                    found.setdefault(key, set()).add(parts[2])
    return found


@pytest.mark.parametrize("engine", ["Burst", "PerCell"])
def test_a_caught_error_changes_nothing(engine):
    wrong = {name: one.get("failed") or one.get("differs") or "no error" for name, one in seen(engine)[0].items()
             if one.get("differs") or not one.get("said") or not all(one["said"])}
    assert not wrong


def test_each_place_that_aborts_is_met_or_excused():
    """As many texts by a condition as places have it."""
    there, texts = places(), met()
    assert len(there) > 60 and ("atm-switch.cc", "i>=m_ports.size()") in there
    missing = {key: number - len(texts.get(key, ())) for key, number in there.items()
               if key not in EXCUSED and len(texts.get(key, ())) < number}
    assert not missing
    assert not set(EXCUSED) - set(there), "no longer there"


def test_attributes_of_each_class_were_tried():
    """Those of abstract classes at a class derived from them."""
    assert attributes() - seen("Burst")[1] == set()

# SPDX-License-Identifier: GPL-2.0-only
"""The corpus of the fuzz targets.  That it is what the targets write themselves, .ci/run checks."""

import re

from conftest import ROOT

FUZZ = ROOT / "test" / "fuzz"
MAX_BYTES = 200_000


def targets():
    return {path.stem for path in FUZZ.glob("fuzz-*.cc")} - {"fuzz-main"}


def seeds():
    return [path for path in (FUZZ / "corpus").rglob("*") if path.is_file()]


def test_every_target_has_seeds():
    assert {path.parent.name for path in seeds()} == targets()
    assert {path.name for path in (FUZZ / "corpus").iterdir()} == targets()


def test_the_corpus_is_small():
    assert 0 < sum(path.stat().st_size for path in seeds()) <= MAX_BYTES


def test_every_seed_has_a_name_that_tells_what_it_is():
    for path in seeds():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", path.name), path
        assert not re.fullmatch(r"[0-9a-f]{40}", path.name), path


def test_every_target_says_what_it_covers():
    for target in targets():
        lines = re.findall(r"^// Covers (.*)$", (FUZZ / f"{target}.cc").read_text("utf-8"), re.MULTILINE)
        covered = " ".join(lines).split()
        assert covered, target
        folder = ROOT / "model"  # header-only rooms have no sources
        assert all((folder / f"{name}.cc").exists() or (folder / f"{name}.h").exists()
                   for name in covered), target

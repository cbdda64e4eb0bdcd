# SPDX-License-Identifier: GPL-2.0-only
"""Every paper in examples/: what it declares, and its claims in quick mode."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from hsn.claims import load_claims
from hsn.paper import known_keys, load_paper

KEYS = known_keys()


@pytest.mark.parametrize("key", KEYS)
def test_a_paper_is_whole(key):
    paper = load_paper(key)
    claims = load_claims(paper.folder)
    figures = {figure.id for figure in paper.figures}
    assert len(figures) == len(paper.figures)
    assert figures.issuperset(paper.tested)
    for claim in claims:
        assert claim.id.startswith(f"{key}-")
        assert not claim.check or paper.find_check(claim.check), claim.id
        assert claim.check or claim.unchecked, f"{claim.id}: say why it is unchecked"
        assert claim.expects("quick"), f"{claim.id}: record the quick verdict"
    for experiment in paper.all_experiments().values():
        assert experiment.runs("quick") and experiment.runs("full")


def stale_verdicts(key, env):
    """The claims whose verdicts another process takes for stale."""
    code = ("import sys; from hsn.paper import load_paper; from hsn.report import claim_entries; "
            "from hsn.results import Results; key = sys.argv[1]; "
            "print(*[one['id'] for one in claim_entries(load_paper(key), Results(key)) "
            "if one['run'] and one['stale']])")
    done = subprocess.run([sys.executable, "-c", code, key], env=env, text=True,
                          capture_output=True, check=True)
    return done.stdout.split()


@pytest.mark.claims
@pytest.mark.parametrize("key", KEYS)
def test_claims_hold_or_are_explained(key, tmp_path):
    if not (Path(os.environ.get("HSN_BUILD") or ROOT / "build") / "bin").is_dir():
        pytest.skip("the programs are not built; ./hsn test builds them")
    env = {"HSN_RESULTS": str(tmp_path), **os.environ, "PYTHONPATH": str(ROOT / "bindings")}
    tested = [] if os.environ.get("HSN_ALL_CLAIMS") == "1" else load_paper(key).tested
    command = [sys.executable, "-m", "hsn.cli", "claims", key, "--quick", "--json"]
    done = subprocess.run(command + ([f"--only={','.join(tested)}"] if tested else []),
                          env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not stale_verdicts(key, env)
    differing = {one["id"]: one for one in json.loads(done.stdout) if one["verdict"] == "differs"}
    for claim in load_claims(load_paper(key).folder):
        assert claim.id not in differing or claim.explanation, differing[claim.id]

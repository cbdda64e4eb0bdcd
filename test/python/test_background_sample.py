# SPDX-License-Identifier: GPL-2.0-only
"""The verdicts that background's claims have at full scale follow from the stored runs."""

import pytest

from hsn.claims import load_claims
from hsn.ledger import find
from hsn.paper import load_paper
from hsn.sample import SampleContext, metrics_of

PAPER = load_paper("background")
BY_SECOND = ["c05", "c12", "c29"]  # need rates in each second, which sample.csv does not have
METRICS = metrics_of(PAPER)
STORED = {mode: SampleContext(PAPER, mode) for mode in ("sample", "full")}
DECIDED = [pytest.param(claim, mode, id=f"{claim.check}-{mode}")
           for claim in load_claims(PAPER.folder) for mode in STORED
           if mode in (claim.expected or {}) and claim.check not in BY_SECOND]


@pytest.mark.parametrize("claim, mode", DECIDED)
def test_verdict_follows_from_the_stored_runs(claim, mode):
    """In the full mode from all repetitions; c42 from eight flows'; or from those of points that already differ."""
    STORED[mode].forget()
    found = find(claim, PAPER, STORED[mode])
    assert found["verdict"] == claim.expected[mode], found["tests"]


def test_most_claims_are_decided():
    assert len(DECIDED) > 40 and len(METRICS) > 450

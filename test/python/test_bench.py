# SPDX-License-Identifier: GPL-2.0-only
"""What a benchmark program can prove, and not only measure."""

import programs
import pytest

pytestmark = pytest.mark.slow


def test_boston_allocates_nothing_per_cell():
    """Segments of 32 and of 192 cells take as many allocations, with and without loss."""
    result = programs.metrics("bench-boston", "--quick", "--json")
    assert result["allocations_per_cell"] < 0.02

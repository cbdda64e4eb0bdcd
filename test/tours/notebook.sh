#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A Python experimenter's first minutes: the notebook, from its first cell to its last.
set -euo pipefail
cd "$(dirname "$0")/../.."

./hsn python -m pip install --quiet --disable-pip-version-check -r bindings/requirements-notebook.txt
./hsn python test/tours/execute.py examples/notebooks/first-steps.ipynb

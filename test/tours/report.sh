#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A researcher's first minutes: one figure of a paper, its claims, and the report in a browser, on a
# telephone and on a desk, light and dark. Leaves nothing behind.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HSN_RESULTS=$work/results

cd "$root"
./hsn list vbr-upc
./hsn figure vbr-upc --quick --only fig4
./hsn python test/tours/look.py "$HSN_RESULTS/report" vbr-upc fig4

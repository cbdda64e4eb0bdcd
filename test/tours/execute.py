# SPDX-License-Identifier: GPL-2.0-only
"""execute.py NOTEBOOK: runs a notebook, and tells what its cells showed.

The file stays as it is. It must have no stored outputs, which would grow old; run, its cells must show
texts and a picture, and raise nothing.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main():
    """Run; returns the exit status."""
    notebook = nbformat.read(Path(sys.argv[1]), as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if any(cell.outputs or cell.execution_count for cell in cells):
        print(f"{sys.argv[1]} has stored outputs")
        return 1
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [one for cell in cells for one in cell.outputs]
    for one in outputs:
        print(one.get("text") or one.get("data", {}).get("text/plain", ""), end="\n")
    pictures = sum("image/png" in one.get("data", {}) for one in outputs)
    print(f"{len(cells)} cells, {pictures} pictures")
    return 0 if pictures else 1


sys.exit(main())

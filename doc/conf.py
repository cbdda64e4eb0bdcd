# SPDX-License-Identifier: GPL-2.0-only
"""How Sphinx builds the manual: `./hsn doc`, or `sphinx-build -W doc build/manual`."""

project = "hsn"
author = "the authors of hsn"
project_copyright = "the authors of hsn; GPL-2.0-only"

extensions = []
root_doc = "index"
exclude_patterns = ["gallery"]
nitpicky = True  # a reference that leads nowhere is an error
highlight_language = "text"  # of blocks that name no language

html_theme = "alabaster"
html_title = "hsn: high-speed networks for ns-3"
html_theme_options = {"page_width": "1080px", "sidebar_width": "240px", "fixed_sidebar": True}
html_show_sphinx = False
html_copy_source = False

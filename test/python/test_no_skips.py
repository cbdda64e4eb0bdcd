# SPDX-License-Identifier: GPL-2.0-only
"""With HSN_NO_SKIPS=1, as in CI, no test can be skipped unnoticed."""

import subprocess
import sys

import pytest
from conftest import ROOT

TESTS = {
    "mark": "import pytest\n@pytest.mark.skip(reason='no time')\ndef test_it(): pass\n",
    "call": "import pytest\ndef test_it(): pytest.skip('no time')\n",
    "fixture": "import pytest\n@pytest.fixture\ndef it(): pytest.skip('no time')\n"
               "def test_it(it): pass\n",
    "module": "import pytest\npytest.skip('no time', allow_module_level=True)\n",
    "package": "import pytest\npytest.importorskip('no_such_package', reason='no time')\n",
}


@pytest.mark.parametrize("forbidden", ["0", "1"])
def test_skips_fail_when_they_are_forbidden(tmp_path, script_environment, forbidden):
    for name, text in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_other.py").write_text(
        "import pytest\ndef test_good(): pass\n"
        "@pytest.mark.xfail\ndef test_expected(): assert False\n", encoding="utf-8")
    for name in ("conftest.py", "forked.py", "rotation.py"):
        (tmp_path / name).write_bytes((ROOT / "test/python" / name).read_bytes())
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                           "--continue-on-collection-errors", f"--confcutdir={tmp_path}", tmp_path],
                          env={**script_environment, "HSN_NO_SKIPS": forbidden}, text=True,
                          capture_output=True, check=False)
    if forbidden == "1":
        assert done.returncode != 0 and "errors" in done.stdout
        assert done.stdout.count("would be skipped, but HSN_NO_SKIPS=1: ") >= 5
    else:
        assert done.returncode == 0 and "1 passed, 5 skipped, 1 xfailed" in done.stdout

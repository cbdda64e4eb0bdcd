# SPDX-License-Identifier: GPL-2.0-only
"""What users may type wrong: one line that names the value and what is allowed, no traceback."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from programs import assert_refused, run

from hsn import install
from hsn.sweep import Experiment


def command(*arguments, **environment):
    """The command itself, as far as it goes without setting anything up."""
    return subprocess.run([sys.executable, ROOT / "hsn", *arguments], text=True, check=False,
                          capture_output=True, env={**os.environ, **environment}, timeout=60)


@pytest.mark.parametrize("jobs", ["0", "-3", "many", "1.5", "", "99999"])
def test_jobs(jobs):
    done = command("figure", "vbr-upc", f"--jobs={jobs}")
    assert done.returncode == 2 and done.stderr.splitlines()[-1] == (
        f"hsn figure: error: argument --jobs: '{jobs}' is no number from 1 to 4096")


@pytest.mark.parametrize("address", ["banana", "tcp://head", "head:", "head:port", "ftp://head:1",
                                     "tcp://head:70000", ""])
def test_cluster(address):
    done = command("figure", "vbr-upc", f"--cluster={address}")
    assert done.returncode == 2 and (
        f"'{address}' is no address of a Dask scheduler, such as tcp://head:8786" in done.stderr)


def test_ship_without_a_cluster():
    done = command("figure", "vbr-upc", "--ship")
    assert done.returncode == 2 and "--ship needs --cluster ADDR" in done.stderr


@pytest.mark.parametrize("arguments", [["list"], ["figure", "all"], ["claims"], ["report"]])
def test_examples_that_do_not_exist_or_are_empty(tmp_path, arguments):
    for folder, what in ((tmp_path, "has no paper"), (tmp_path / "none", "is no folder")):
        done = command(*arguments, HSN_EXAMPLES=str(folder))
        assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
        assert f"HSN_EXAMPLES says where papers are; {folder} {what}" in done.stderr


def test_a_reader_that_goes_away(house):
    env = {**os.environ, **house.environment, "PYTHONPATH": str(ROOT / "bindings")}
    with subprocess.Popen([sys.executable, "-m", "hsn.cli", "list", "--json"], env=env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()  # before anything is written
        assert process.wait() == 141
        assert process.stderr.read() == ""


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_timeouts_of_experiments(timeout):
    with pytest.raises(ValueError, match="experiment 'e': timeout = .* is not above 0 s"):
        Experiment("e", "p", timeout=timeout)


@pytest.mark.parametrize("argument, words", [
    ("--ns3::hsn::AtmChannel::DataRate=0bps", "DataRate of an ATM link is 0 bit/s: must be above 0"),
    ("--ns3::hsn::AtmChannel::DataRate=1000Gbps", "a cell would take less than one time step"),
    ("--ns3::TcpSocket::ConnTimeout=5 parsecs", '"5 parsecs" is not properly formatted'),
    ("--ns3::hsn::AtmNetDevice::Mtu=65528", "must be what ns-3 takes: uint16_t 1:65527"),
    ("--ns3::hsn::AtmChannel::DateRate=1Mbps", "neither an option of this program nor a setting of ns-3"),
])
def test_attributes_on_the_command_line(argument, words):
    assert_refused("vbr-upc", [argument], [f"error: {argument}: ", words])


@pytest.mark.parametrize("logs, name", [("Nope", "Nope"), ("Simulator=warn:AtmSwitsh=info", "AtmSwitsh")])
def test_log_components_that_do_not_exist(monkeypatch, logs, name):
    monkeypatch.setenv("NS_LOG", logs)
    assert_refused("vbr-upc", [], [f"NS_LOG: '{name}' is no log component of this program"])


def test_log_components_that_exist(monkeypatch):
    monkeypatch.setenv("NS_LOG", "HsnAtmSwitch=error|prefix_time:*=error")
    assert run("vbr-upc", "--bursts=1", "--pdus=1").returncode == 0


def test_a_new_build_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "step", lambda *_: None)
    said = []
    monkeypatch.setattr(install, "say", said.append)
    monkeypatch.setenv("HSN_BUILD", str(tmp_path / "new"))
    install.ensure_build()
    assert said == [f"HSN_BUILD={tmp_path / 'new'} is a new folder: what is needed is built there"]
    said.clear()
    install.ensure_build()
    assert not said

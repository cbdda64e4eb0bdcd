# SPDX-License-Identifier: GPL-2.0-only
"""What `./hsn` installs and builds on first use: Debian packages, a Python environment with the ns-3
wheel, and the build.  What is already there is reused.

Needs the standard library only.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hsn.steps import ROOT, SetupError, Step, locked, say, shown, step

BINDINGS = ROOT / "bindings"
NS3_WHEEL = "ns3==3.44.post0"

# Debian package -> is what we need from it already here?
DEBIAN_PACKAGES = {
    "g++": lambda: shutil.which("g++"),
    "cmake": lambda: shutil.which("cmake"),
    "ninja-build": lambda: shutil.which("ninja"),
    "libgsl-dev": lambda: has_header("gsl/gsl_cdf.h"),
    "python3-venv": lambda: importlib.util.find_spec("ensurepip"),
    "python3-dev": lambda: Path(sysconfig.get_path("include"), "Python.h").exists(),
}
DEBIAN_TEST_PACKAGES = {
    "zsh": lambda: shutil.which("zsh"),
    "tshark": lambda: shutil.which("tshark"),
    "ffmpeg": lambda: shutil.which("ffmpeg") and shutil.which("ffprobe"),
    "snmp": lambda: shutil.which("snmpwalk"),
    "smitools": lambda: shutil.which("smilint"),
    "pkgconf": lambda: shutil.which("pkg-config"),
    "ns2": lambda: shutil.which("ns"),
    "chromium-headless-shell": lambda: any(map(shutil.which, ("chromium-headless-shell",
                                                              "chromium", "google-chrome"))),
}

# Kind of build -> (suffix of the build folder, what CMake is told)
BUILD_KINDS = {
    "release": ("", ["-DCMAKE_BUILD_TYPE=Release"]),
    "debug": ("-debug", ["-DCMAKE_BUILD_TYPE=Debug"]),
    "sanitize": ("-asan", ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DHSN_SANITIZE=ON",
                           "-DNS3_STANDALONE_EXAMPLES=OFF"]),
    "fuzz": ("-fuzz", ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DHSN_FUZZ=ON",
                       "-DNS3_STANDALONE_EXAMPLES=OFF", "-DNS3_STANDALONE_TESTS=OFF",
                       "-DCMAKE_CXX_COMPILER=clang++"]),
}


def has_header(name):
    """Is a C header in one of the usual system folders?"""
    folders = ("/usr/include", "/usr/local/include", f"/usr/include/{os.uname().machine}-linux-gnu")
    return any(Path(folder, name).exists() for folder in folders)


def venv_dir():
    """The folder of the Python environment."""
    return Path(os.environ.get("HSN_VENV") or ROOT / ".venv").absolute()


def venv_python():
    """The Python of the environment."""
    return venv_dir() / "bin" / "python"


def build_dir(kind="release"):
    """The build folder of a kind of build."""
    base = Path(os.environ.get("HSN_BUILD") or ROOT / "build").absolute()
    return base.with_name(base.name + BUILD_KINDS[kind][0])


def child_environment():
    """The environment in which Python scripts and experiments run."""
    env = dict(os.environ)
    paths = [str(BINDINGS)] + [p for p in env.get("PYTHONPATH", "").split(os.pathsep) if p]
    env["PYTHONPATH"] = os.pathsep.join(paths)
    env["HSN_BUILD"] = str(build_dir())
    env["HSN_VENV"] = str(venv_dir())
    return env


def ensure_debian(packages, required=True):
    """Install what is missing of `packages` with apt-get, or name it."""
    missing = [name for name, present in packages.items() if not present()]
    if not missing:
        return
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    typed = " ".join(sudo + ["apt-get install -y --no-install-recommends"] + missing)
    try:
        if not shutil.which("apt-get"):
            raise SetupError(f"missing: {' '.join(missing)}; install them with your system's "
                             "package manager (the names are Debian's)")
        if sudo and not shutil.which("sudo"):
            raise SetupError(f"missing: {' '.join(missing)}; as root, run: {typed[5:]}")
        apt_install(sudo, missing, typed)
    except SetupError as error:
        if required:
            raise
        say(f"warning: {error}; the tests that need it will fail or be skipped")


def apt_install(sudo, names, typed):
    """apt-get update and install, as root or through sudo (which may ask for a password)."""
    logs = venv_dir() / "logs"
    if sudo and subprocess.call(["sudo", "-v"]) != 0:
        raise SetupError(f"sudo refused; run: {typed}")
    apt = sudo + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    advice = f"run: {typed}"
    step("apt-get update", apt + ["update"], logs / "apt-update.log", advice)
    step(f"installing Debian packages {' '.join(names)}",
         apt + ["install", "-y", "--no-install-recommends"] + names, logs / "apt-install.log", advice)


def stamp_is(name, text):
    """Was the step `name` finished in this environment with exactly `text`?"""
    stamp = venv_dir() / "hsn-stamps" / name
    return stamp.exists() and stamp.read_text(encoding="utf-8") == text


def set_stamp(name, text):
    """Remember that the step `name` is finished."""
    stamp = venv_dir() / "hsn-stamps" / name
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(text, encoding="utf-8")


def ensure_venv():
    """The Python environment with the ns-3 wheel."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    logs = venv_dir() / "logs"
    if not (stamp_is("venv", version) and venv_python().exists()):
        # a new environment has no packages, though the folder may be one of before
        shutil.rmtree(venv_dir() / "hsn-stamps", ignore_errors=True)
        step(f"making the Python {version} environment {shown(venv_dir())}",
             [sys.executable, "-m", "venv", venv_dir()], logs / "venv.log",
             f"remove {shown(venv_dir())} and try again")
        set_stamp("venv", version)
    pip_install("ns-3 wheel", "ns3", ["--no-deps", NS3_WHEEL], NS3_WHEEL,
                "the wheel is for x86-64 Linux and CPython; check the network and `python3 -V`")


def pip_install(title, name, arguments, text, advice):
    """pip install, once for each state of `text`."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    if stamp_is(name, digest):
        return
    start_pip(title, name, arguments, advice).wait()
    set_stamp(name, digest)


def start_pip(title, name, arguments, advice):
    """pip install in the background; Python compiles what is imported, when it is."""
    return Step(f"installing {title}",
                [venv_python(), "-m", "pip", "install", "--disable-pip-version-check",
                 "--no-compile", *arguments],
                venv_dir() / "logs" / f"pip-{name}.log", advice)


class Requirements:
    """The Python packages of bindings/<name>.txt, installed while something else goes on."""

    def __init__(self, names):
        texts = {name: (BINDINGS / f"{name}.txt").read_text(encoding="utf-8") for name in names}
        self.stamps = {name: hashlib.sha256(text.encode()).hexdigest()
                       for name, text in texts.items()}
        files = [BINDINGS / f"{name}.txt" for name, stamp in self.stamps.items()
                 if not stamp_is(name, stamp)]
        self.step = files and start_pip(
            f"Python packages of {', '.join(map(shown, files))}", "requirements",
            [word for path in files for word in ("-r", path)], "check the network and try again")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Wait until they are installed, unless something failed in the meantime."""
        if not self.step:
            return
        if kind:
            self.step.stop()
            return
        self.step.wait()
        for name, stamp in self.stamps.items():
            set_stamp(name, stamp)


def ensure_cppyy():
    """cppyy, with its precompiled standard headers made now instead of in the user's script."""
    text = (BINDINGS / "requirements-python.txt").read_text(encoding="utf-8")
    if not stamp_is("cppyy-ready", text):
        step("preparing cppyy (once)", [venv_python(), "-c", "import cppyy; cppyy.gbl.std.string"],
             venv_dir() / "logs" / "cppyy.log", "g++ and the Python headers must be installed")
        set_stamp("cppyy-ready", text)


def precompile_headers(folder):
    """The headers for Python, precompiled; without them scripts begin more slowly."""
    try:
        with locked(folder):
            step("precompiling the headers for Python (once for each build)",
                 [venv_python(), "-m", "hsn.precompiled"], folder / "logs" / "precompiled.log",
                 "scripts will read the headers themselves, which takes some seconds more",
                 child_environment())
    except SetupError as error:
        say(str(error))


def ensure_build(kind="release", targets=()):
    """CMake and ninja; returns the build folder.  Without targets, all is built."""
    folder = build_dir(kind)
    assert_own(folder)
    if os.environ.get("HSN_BUILD") and not folder.exists():  # perhaps a typing mistake
        say(f"HSN_BUILD={os.environ['HSN_BUILD']} is a new folder: what is needed is built there")
    with locked(folder):
        configure(folder, kind)
        step(f"building {shown(folder)}", ["ninja", "-C", folder, *targets],
             folder / "logs" / "build.log", "correct it and run ./hsn build again")
    return folder


def checkout_of(folder):
    """The checkout whose build folder this is; None if nothing tells."""
    with contextlib.suppress(OSError):
        text = (folder / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
        found = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.+)$", text, re.MULTILINE)
        return Path(found[1]) if found else None
    return None


def assert_own(folder):
    """A build folder of another checkout must stay as it is."""
    checkout = checkout_of(folder)
    if checkout and checkout.resolve() != ROOT:
        raise SetupError(f"{folder} is the build folder of {checkout}; give this checkout one of "
                         "its own with HSN_BUILD=FOLDER")


def assert_removable(folder):
    """Only what ./hsn has made may be removed: HSN_BUILD and HSN_VENV may name any folder."""
    if folder.parent == ROOT and (folder.name.startswith("build") or folder.name == ".venv"):
        return
    assert_own(folder)
    made = checkout_of(folder) or (folder / "hsn-stamps").exists()
    if not made or ROOT.is_relative_to(folder.resolve()):
        raise SetupError(f"{folder} is not removed: it is no folder that ./hsn has made for itself")


def steps_to_build(folder, targets):
    """How many steps a build would take, in words."""
    if not (folder / "build.ninja").exists():
        return f"{shown(folder)} would be configured and built"
    # Of its own file ninja only says that CMake must look for new sources first, and no more; by another
    # name it takes the same file as it is.
    plan = folder / f"hsn-plan-{os.getpid()}.ninja"
    try:
        shutil.copyfile(folder / "build.ninja", plan)
        done = subprocess.run(["ninja", "-n", "-C", folder, "-f", plan.name, *targets],
                              capture_output=True, text=True, check=False)
    finally:
        plan.unlink(missing_ok=True)
    steps = re.findall(r"^\[\d+/(\d+)\]", done.stdout, re.MULTILINE)
    return (f"{shown(folder)}: {steps[-1]} steps would be built" if steps
            else f"{shown(folder)}: nothing would be built")


def warn_of_stale_build(targets):
    """Say that verdicts are about programs that are older than their sources."""
    steps = steps_to_build(build_dir(), targets)
    if (build_dir() / "build.ninja").exists() and "nothing" not in steps:
        say(f"the sources are newer than the build that these verdicts are about ({steps}); "
            "./hsn build makes it current")


def configure(folder, kind):
    """Run CMake unless this folder is configured in just this way."""
    command = ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja",
               f"-DPython3_EXECUTABLE={venv_python()}", *BUILD_KINDS[kind][1]]
    stamp = folder / "hsn-configured"
    known = stamp.read_text(encoding="utf-8") if stamp.exists() else None
    if (folder / "build.ninja").exists() and known in (None, "\n".join(command)):
        return  # as it should be, or configured by hand: the user knows better
    (folder / "CMakeCache.txt").unlink(missing_ok=True)
    step(f"configuring {shown(folder)}", command, folder / "logs" / "configure.log",
         f"correct it, or remove {shown(folder)} and try again")
    stamp.write_text("\n".join(command), encoding="utf-8")


def set_up(*requirements, python=False, test=False, kind="release", targets=()):
    """Everything a command needs; returns the build folder.

    targets  what to build (default: all; None: nothing)
    """
    ensure_debian(DEBIAN_PACKAGES)
    if kind == "fuzz":
        ensure_debian({"clang": lambda: shutil.which("clang++")})
    requirements += ("requirements-python",) if python else ()
    with locked(venv_dir()):
        if test:
            ensure_debian(DEBIAN_TEST_PACKAGES, required=False)
        ensure_venv()
        with Requirements(requirements):
            folder = build_dir(kind) if targets is None else ensure_build(kind, targets)
        if python:
            ensure_cppyy()
            if targets is not None:
                precompile_headers(folder)
    return folder

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the module in contrib/hsn of an ns-3 source tree, as ns-3 users do, and runs its test suite
# there:  cmake/test-in-tree.sh [FOLDER]
#
# On a bare Debian 12 it installs the build tools and fetches Debian's source of ns-3 3.37. FOLDER
# (default ~/.cache/hsn) keeps source and build, so that a second run, with ccache, compiles only
# what changed. The repository is linked into the tree, not copied.
#
# Environment: NS3_SOURCE  an ns-3 source tree (3.36 or later) to use instead of Debian's
#              JOBS        number of parallel compilations (default: one per processor)
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "${1:-$HOME/.cache/hsn}"
folder=$(cd "${1:-$HOME/.cache/hsn}" && pwd)
jobs=${JOBS:-$(nproc)}

say() {
    echo "[in-tree] $*" >&2
}

fail() {
    say "$*"
    exit 1
}

# as_root COMMAND...: runs a command as root, with sudo if needed
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "needs root or sudo for: $*"
    fi
}

# logged NAME COMMAND...: runs a command with its output in a log; shows the log's end if it fails
logged() {
    local log=$folder/$1.log start=$SECONDS
    say "$1 ..."
    shift
    "$@" >"$log" 2>&1 || {
        tail -n 40 "$log" >&2
        fail "failed: $* (all of it: $log)"
    }
    say "done in $((SECONDS - start)) s"
}

install_tools() {
    local package missing=()
    for package in g++ cmake ninja-build ccache python3 libgsl-dev dpkg-dev ca-certificates; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
            missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "apt-get install ${missing[*]}"
    as_root apt-get -qq update
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install -y --no-install-recommends "${missing[@]}" >&2
}

# Debian's images have no source packages in their lists; a list of our own adds them
fetch_source() {
    [ -z "${NS3_SOURCE:-}" ] || {
        tree=$(cd "$NS3_SOURCE" && pwd)
        return
    }
    tree=$folder/ns3-3.37/ns-3.37
    [ ! -x "$tree/ns3" ] || return 0
    if ! apt-get --print-uris -qq source --download-only ns3=3.37-2 >/dev/null 2>&1; then
        local list=/etc/apt/sources.list.d/hsn-ns3-source.list
        say "writing $list"
        as_root tee "$list" >/dev/null <<'END'
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main
END
        as_root apt-get -qq update
    fi
    rm -rf "$folder/ns3-3.37"
    cd "$folder"
    logged "source" apt-get -q source --download-only ns3=3.37-2
    logged "unpack" dpkg-source --no-check -x ns3_3.37-2.dsc ns3-3.37
    local found
    found=$(find ns3-3.37 -maxdepth 2 -name ns3 -type f | head -n 1)
    [ -n "$found" ] || fail "no ns-3 tree in $folder/ns3-3.37"
    tree=$folder/$(dirname "$found")
}

install_tools
fetch_source
say "ns-3 $(cat "$tree/VERSION"): $tree"

ln -sfn "$repository" "$tree/contrib/hsn"
cd "$tree"
export USER=hsn # the ns3 command refuses to run if this says root

# bench/ needs point-to-point, examples/ need applications, and with both of them ns-3's own src/test
# needs csma. ns-3 adds the modules that these depend on.
logged "configure" ./ns3 configure -G Ninja --build-profile=default --enable-tests \
    --enable-werror --enable-examples --filter-module-examples-and-tests=hsn \
    --enable-modules="hsn;applications;point-to-point;csma"
logged "build" cmake --build cmake-cache -j "$jobs" # ./ns3 build leaves one processor idle
./test.py --no-build -s hsn

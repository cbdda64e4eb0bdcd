#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the module in contrib/hsn of an ns-3 source tree, as ns-3 users do, runs its test suite and
# every example there:  cmake/test-in-tree.sh VERSION [SOURCE]
#
# VERSION is a release of ns-3, 3.35 or later. SOURCE is a folder with its source, or a git
# repository (folder or URL) that has its tag. Without SOURCE, 3.37 comes from Debian's source
# packages, and the others from ns-3's repository. The tree has ns-3's own defaults: warnings are
# errors, assertions and logs are on. Only hsn and the modules that it needs are built, with ccache.
# Each step prints a line with its time; the last line is a row for the table in README.md.
#
# Environment: HSN_IN_TREE  folder for sources, builds and logs (default: ~/.cache/hsn)
#              PROFILE      build profile (default: ns-3's default)
#              JOBS         number of parallel compilations (default: one per processor)
set -euo pipefail

[ $# -ge 1 ] && [ $# -le 2 ] || {
    sed -n 's/^# \(Builds\|every\)/\1/p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
version=$1
source=${2:-}
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "${HSN_IN_TREE:-$HOME/.cache/hsn}"
folder=$(cd "${HSN_IN_TREE:-$HOME/.cache/hsn}" && pwd)
profile=${PROFILE:-default}
jobs=${JOBS:-$(nproc)}
logs=$folder/logs-$version
times=()
mkdir -p "$logs"

say() {
    echo "[ns-3 $version] $*"
}

fail() {
    say "$*" >&2
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

# step NAME COMMAND...: runs a command with its output in a log; shows the log's end if it fails
step() {
    local name=$1 start=$SECONDS
    local log=$logs/${name// /-}.log
    shift
    "$@" >"$log" 2>&1 || {
        tail -n 40 "$log" >&2
        fail "$name: FAILED ($((SECONDS - start)) s); all of it: $log"
    }
    say "$name: ok ($((SECONDS - start)) s)"
}

# timed NAME COMMAND...: a step whose time is a part of the table's row
timed() {
    local start=$SECONDS
    step "$@"
    times+=("$1 $((SECONDS - start)) s")
}

install_tools() {
    local package missing=()
    for package in g++ cmake ninja-build ccache git python3 libgsl-dev dpkg-dev ca-certificates; do
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
fetch_debian() {
    if ! apt-get --print-uris -qq source --download-only ns3=3.37-2 >/dev/null 2>&1; then
        local list=/etc/apt/sources.list.d/hsn-ns3-source.list
        say "writing $list"
        as_root tee "$list" >/dev/null <<'END'
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main
END
        as_root apt-get -qq update
    fi
    (cd "$folder" && apt-get -q source --download-only ns3=3.37-2 &&
        dpkg-source --no-check -x ns3_3.37-2.dsc "$1")
}

# Sets $tree
find_source() {
    if [ -n "$source" ] && [ -e "$source/VERSION" ]; then
        tree=$(cd "$source" && pwd)
    else
        local sources=$folder/source-$version
        if [ -z "$(find "$sources" -maxdepth 2 -name VERSION 2>/dev/null)" ]; then
            rm -rf "$sources"
            if [ -z "$source" ] && [ "$version" = 3.37 ]; then
                step source fetch_debian "$sources"
            else
                step source git clone -q --depth 1 -b "ns-$version" \
                    "${source:-https://gitlab.com/nsnam/ns-3-dev.git}" "$sources"
            fi
        fi
        # Debian's package has the release in a folder of its own
        tree=$(dirname "$(find "$sources" -maxdepth 2 -name VERSION | head -n 1)")
    fi
    [ "$(cat "$tree/VERSION")" = "$version" ] ||
        fail "$tree has ns-3 $(cat "$tree/VERSION"), not $version"
}

# With applications and point-to-point, which the module needs, ns-3's own src/test needs csma. ns-3
# adds the modules that these depend on.
modules="hsn applications point-to-point csma"

build_cmake() {
    local options=(--build-profile="$profile" --enable-modules="${modules// /;}")
    options+=(--enable-tests --enable-examples --enable-werror)
    # 3.37 and later can leave out the tests and examples of other modules
    [[ $(./ns3 configure --help) != *--filter-module-examples-and-tests* ]] ||
        options+=(--filter-module-examples-and-tests=hsn)
    # in 3.36's headers GCC 12 takes a callback for a use after free
    if [[ $version == 3.36* ]] && g++ -Wuse-after-free -E -x c++ /dev/null >/dev/null 2>&1; then
        export CXXFLAGS="-Wno-error=use-after-free"
    fi
    timed configure ./ns3 configure -G Ninja "${options[@]}"
    mapfile -t programs < <(ninja -C cmake-cache -t targets all |
        sed -n 's/^\(hsn-[a-z-]*\): phony$/\1/p' | grep -vx 'hsn-test' | sort -u)
    # older releases call it libhsn; ./ns3 build leaves one processor idle, and builds more
    local library
    library=$(ninja -C cmake-cache -t targets all | sed -n 's/^\(\(lib\)\?hsn\): phony$/\1/p')
    timed build ninja -C cmake-cache -j "$jobs" "$library" test-runner "${programs[@]}"
}

build_waf() {
    # waf of 3.35 has no profile "default"; the one that it takes itself is "debug"
    [ "$profile" != default ] || profile=debug
    export CXX="ccache g++"
    # in 3.35's own src/core/model/test.cc GCC 12 misses a return statement at -O0
    export CXXFLAGS="-Wno-error=return-type"
    timed configure python3 ./waf configure --build-profile="$profile" --enable-tests \
        --enable-examples --enable-modules="${modules// /,}"
    timed build python3 ./waf build -j "$jobs"
    mapfile -t programs < <(find build/contrib/hsn -type f -executable -name '*-hsn-*' |
        sed "s/.*\/ns[0-9.]*-//; s/-$profile\$//" | sort -u)
}

# run_program NAME [OPTION...]
run_program() {
    local found name=$1
    shift
    found=$(find "$tree/build/contrib/hsn" -type f -executable \
        -regex ".*/\(ns[0-9.]*-\)?$name\(-$profile\)?" | head -n 1)
    [ -n "$found" ] || { echo "no program $name" && return 1; }
    (cd "$logs" && LD_LIBRARY_PATH=$tree/build/lib:$tree/build "$found" "$@")
}

install_tools
find_source
say "source: $tree"
ln -sfn "$repository" "$tree/contrib/hsn"
cd "$tree"
export USER=hsn # the ns3 command refuses to run if this says root

if [ -e waf ]; then
    build_waf
else
    build_cmake
fi
timed suite ./test.py -n -s hsn
start=$SECONDS
for program in "${programs[@]}"; do
    case $program in
    hsn-bench-*) ;; # measurements; that they build is enough here
    # by default, ten minutes at the paper's scale; the others take some seconds at most
    hsn-background) step "$program" run_program "$program" --scale=64 --duration=140 ;;
    hsn-mpeg-atm-damage | hsn-trace-statistics) ;; # read files of other programs
    hsn-tear) step "$program" run_program "$program" --tear=1 ;;
    hsn-xtp-atm) step "$program" run_program "$program" --xtp=1 ;;
    *) step "$program" run_program "$program" ;;
    esac
done
times+=("examples $((SECONDS - start)) s")
list=$(printf ', %s' "${times[@]}")
echo "| $version, source | in tree | $(date +%F), profile $profile: ${list:2} |"

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What of the sources the fuzz targets reach, by clang's source-based coverage: with the corpus of the
# repository, or with what is found from it in some seconds for each target.
#
# Usage: test/fuzz/coverage.sh [SECONDS]
# Environment: HSN_VENV (default: .venv), HSN_BUILD (default: build) as for ./hsn build --fuzz, which
# must have been run; BUILD_JOBS (default: all cores)
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-0}
build=${HSN_BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

cmake -S . -B "$build-fuzz-coverage" -G Ninja -DPython3_EXECUTABLE="${HSN_VENV:-.venv}/bin/python" \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHSN_FUZZ=ON -DHSN_FUZZ_COVERAGE=ON \
    -DNS3_STANDALONE_EXAMPLES=OFF -DNS3_STANDALONE_TESTS=OFF -DCMAKE_CXX_COMPILER=clang++ >/dev/null
ninja -C "$build-fuzz-coverage" -j "${BUILD_JOBS:-$(nproc)}" >"$work/build.log" ||
    { tail -n 40 "$work/build.log"; exit 1; }

printf '%-55s %9s %9s\n' "target, source" "lines" "regions"
for source in test/fuzz/fuzz-*.cc; do
    target=$(basename "$source" .cc)
    # sources whose coverage it is about
    covered=$(sed -n 's|^// Covers ||p' "$source")
    [ -n "$covered" ] || continue # the common main function
    mkdir "$work/$target"
    speed=
    if [ "$seconds" != 0 ]; then
        { time "$build-fuzz/bin/$target" -max_total_time="$seconds" -entropic=0 -print_final_stats=1 \
            -artifact_prefix="$work/" "$work/$target" "test/fuzz/corpus/$target" \
            >"$work/log" 2>&1; } 2>"$work/time" || { tail -n 60 "$work/log"; exit 1; }
        speed=$(awk '/number_of_executed_units/ {n = $2} END {printf "%.0f inputs a second", n / ($1 + $2)}' \
            "$work/log" "$work/time")
    fi
    LLVM_PROFILE_FILE=$work/$target.raw "$build-fuzz-coverage/bin/$target" -runs=0 \
        "$work/$target" "test/fuzz/corpus/$target" >"$work/log" 2>&1 ||
        { tail -n 60 "$work/log"; exit 1; }
    llvm-profdata merge -sparse "$work/$target.raw" -o "$work/$target.profile"
    files=()
    for name in $covered; do
        if [ -f "model/$name.cc" ]; then files+=("model/$name.cc"); else files+=("model/$name.h"); fi
    done
    echo "$target${speed:+: $speed of one core}"
    llvm-cov export -summary-only -instr-profile "$work/$target.profile" \
        -path-equivalence=.,"$PWD" "$build-fuzz-coverage/bin/$target" |
        python3 -c '
import json, os, sys
found = {os.path.relpath(one["filename"]): one["summary"]
         for one in json.load(sys.stdin)["data"][0]["files"]}
for name in sys.argv[1:]:
    row = found[name]
    print(f"  {name:<53} {row['"'"'lines'"'"']['"'"'percent'"'"']:8.1f}% {row['"'"'regions'"'"']['"'"'percent'"'"']:8.1f}%")
' "${files[@]}"
done

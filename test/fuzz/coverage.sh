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

# target: sources whose coverage it is about
declare -A sources=(
    [fuzz-atm]="atm/cell/atm-cell atm/cell/atm-pdu atm/aal5/aal5 atm/aal5/aal5-reassembler atm/aal5/rfc2684"
    [fuzz-boston]="transport/boston/boston-parameters transport/boston/boston-tag
        transport/boston/boston-segment transport/boston/boston-receiver transport/boston/boston-codec"
    [fuzz-fec]="transport/fec/fec-header transport/fec/fec-block-decoder transport/fec/fec-block-encoder
        transport/fec/resequencing-buffer fec/fec-codec fec/xor-shift-code"
    [fuzz-snr]="transport/sstp/snr-header transport/sstp/snr-logic transport/sstp/snr-socket"
    [fuzz-sstp]="transport/sstp/sstp-header transport/sstp/sstp-receiver transport/sstp/sstp-sender
        transport/sstp/sstp-tolerance-checker"
    [fuzz-tcp]="transport/tcp/tcp-segment transport/tcp/tcp-negotiated-options
        transport/common/reassembly-queue"
    [fuzz-boston-socket]="transport/boston/boston-socket transport/boston/boston-segment"
    [fuzz-boston-transfer]="transport/boston/boston-aal transport/boston/boston-socket
        transport/boston/boston-receiver transport/boston/boston-stack"
    [fuzz-fec-socket]="transport/fec/fec-udp-socket transport/fec/fec-tunnel
        transport/fec/fec-rate-controller transport/common/udp-overlay-socket"
    [fuzz-tcp-socket]="transport/tcp/indexed-tcp-socket transport/tcp/indexed-tcp-socket-ack
        transport/tcp/indexed-tcp-socket-input transport/tcp/indexed-tcp-socket-open
        transport/tcp/indexed-tcp-socket-output
        transport/tcp/tcp-loss-recovery transport/tcp/tcp-loss-recovery-ack
        transport/tcp/tcp-retransmit-timer transport/tcp/tcp-scoreboard"
    [fuzz-tear]="transport/tear/tear-header transport/tear/tear-connection transport/tear/tear-socket
        transport/tear/tear-stream-socket transport/tear/tear-sender transport/tear/tear-receiver"
    [fuzz-tfrc]="transport/tfrc/tfrc-header transport/tfrc/tfrc-socket transport/tfrc/tfrc-sender
        transport/tfrc/tfrc-receiver transport/tfrc/tfrc-loss-history"
    [fuzz-xtp]="transport/xtp/xtp-header transport/xtp/xtp-context transport/xtp/xtp-context-input
        transport/xtp/xtp-send-buffer transport/xtp/xtp-receive-buffer transport/xtp/xtp-protocol
        transport/xtp/xtp-socket-base"
)

cmake -S . -B "$build-fuzz-coverage" -G Ninja -DPython3_EXECUTABLE="${HSN_VENV:-.venv}/bin/python" \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHSN_FUZZ=ON -DHSN_FUZZ_COVERAGE=ON \
    -DNS3_STANDALONE_EXAMPLES=OFF -DNS3_STANDALONE_TESTS=OFF -DCMAKE_CXX_COMPILER=clang++ >/dev/null
ninja -C "$build-fuzz-coverage" -j "${BUILD_JOBS:-$(nproc)}" >"$work/build.log" ||
    { tail -n 40 "$work/build.log"; exit 1; }

printf '%-55s %9s %9s\n' "target, source" "lines" "regions"
for target in fuzz-atm fuzz-boston fuzz-fec fuzz-snr fuzz-sstp fuzz-tcp fuzz-boston-socket fuzz-boston-transfer \
    fuzz-fec-socket fuzz-tcp-socket fuzz-tear fuzz-tfrc fuzz-xtp; do
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
    for source in ${sources[$target]}; do
        files+=("model/$source.cc")
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

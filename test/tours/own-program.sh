#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A C++ user's first minutes: a program of one's own in a folder elsewhere, and its capture in tshark.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/hsn" build hsn
cp "$root"/doc/my-program/* "$work"
cd "$work"
cmake -S . -B build -G Ninja "-DCMAKE_PREFIX_PATH=${HSN_BUILD:-$root/build}" >cmake.log ||
    { cat cmake.log; exit 1; }
cmake --build build
build/my-program --bytes=200000

# field NAME FILTER: a field of all packets of the capture at the sender that a filter lets through
field() {
    tshark -n -r my-program-0-0.pcap -Y "$2" -T fields -e "$1" 2>/dev/null
}
packets=$(field frame.number tcp | wc -l)
bytes=$(field tcp.len 'ip.src == 10.0.0.1' | awk "{ sum += \$1 } END { print sum }")
bad=$(field frame.number '_ws.malformed || tcp.checksum.status == 0' | wc -l)
echo "tshark: $packets segments, $bytes bytes of data, $bad malformed"
[ "$packets" -gt 100 ] && [ "$bytes" = 200000 ] && [ "$bad" = 0 ]

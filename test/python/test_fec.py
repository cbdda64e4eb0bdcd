# SPDX-License-Identifier: GPL-2.0-only
"""Information dispersal against zfec, another implementation over the same field.

zfec's block 0 is the value at 0 of the polynomial that its first k blocks determine, and block
b > 0 the value at 2^(b-1). Our coded cell i is the value at 2^i. So zfec's blocks from 1 on are a
run of coded cells, and its block 0 is the first cell of data of the form that is not systematic.
"""

import importlib.util

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(None in map(importlib.util.find_spec, ("cppyy", "zfec")),
                       reason="cppyy and zfec are not installed; ./hsn test installs them"),
]

SCRIPT = """\
import random
import cppyy, zfec
from hsn import ns
cppyy.cppdef('''
std::vector<uint8_t> FromHex(const std::string& hex)
{
    std::vector<uint8_t> octets;
    for (size_t i = 0; i < hex.size(); i += 2)
    {
        octets.push_back(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return octets;
}
std::string ToHex(const std::vector<uint8_t>& octets)
{
    std::string hex;
    for (unsigned octet : octets)
    {
        hex += "0123456789abcdef"[octet >> 4];
        hex += "0123456789abcdef"[octet & 15];
    }
    return hex;
}
std::string Disperse(ns3::hsn::DispersalCode& code, std::string hex, size_t length,
                     uint32_t first, uint32_t count)
{
    std::vector<uint8_t> cells(count * length);
    code.Disperse(FromHex(hex).data(), length, first, count, cells.data());
    return ToHex(cells);
}
std::string Rebuild(ns3::hsn::DispersalCode& code, std::vector<uint32_t> indices, std::string hex,
                    size_t length)
{
    std::vector<uint8_t> segment(code.GetNeeded() * length);
    code.Rebuild(indices, FromHex(hex).data(), length, segment.data());
    return ToHex(segment);
}
''')
cpp = cppyy.gbl

def disperse(code, cells, first, count):
    length = len(cells[0])
    out = bytes.fromhex(str(cpp.Disperse(code, b"".join(cells).hex(), length, first, count)))
    return [out[i:i + length] for i in range(0, len(out), length)]

def rebuild(code, indices, cells):
    length = len(cells[0])
    out = bytes.fromhex(str(cpp.Rebuild(code, indices, b"".join(cells).hex(), length)))
    return [out[i:i + length] for i in range(0, len(out), length)]

random.seed(1)
for m, n, length in ((1, 3, 5), (3, 8, 100), (13, 40, 48), (32, 64, 48), (192, 255, 48)):
    plain = ns.hsn.DispersalCode(m, n)
    systematic = ns.hsn.DispersalCode(m, n, True)

    # zfec's data is arbitrary: its blocks 1 to n are our n cells
    blocks = zfec.Encoder(m, n + 1).encode([random.randbytes(length) for _ in range(m)])
    blocks = [bytes(block) for block in blocks]
    cells = blocks[1:]
    assert disperse(systematic, cells[:m], 0, n) == cells, (m, n, "systematic")
    chosen = random.sample(range(n), m)
    got = [cells[i] for i in chosen]
    assert rebuild(systematic, chosen, got) == cells[:m], (m, n, "systematic, back")
    data = rebuild(plain, chosen, got)
    assert data[0] == blocks[0], (m, n, "value at 0")
    assert disperse(plain, data, 0, n) == cells, (m, n, "not systematic")

    # our data is arbitrary: zfec decodes our cells
    data = [random.randbytes(length) for _ in range(m)]
    cells = disperse(plain, data, 0, n)
    decoded = zfec.Decoder(m, n + 1).decode([cells[i] for i in chosen], [i + 1 for i in chosen])
    assert [bytes(block) for block in decoded] == [data[0]] + cells[:m - 1], (m, n, "zfec decodes")
print("end")
"""


def test_dispersal_and_zfec_compute_the_same(script):
    done = script(SCRIPT)
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stdout + done.stderr

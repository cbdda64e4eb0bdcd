# SPDX-License-Identifier: GPL-2.0-only
"""XDR of generated code against other implementations: what rpcgen makes of the same description of
ADUs, with the C library of Sun's RPC, and Python's own module."""

import re
import shutil
import subprocess
import warnings

import pytest
from programs import metrics
from test_ilp_codegen import FOLDER, load

PAPER_TOOLS = load("paper_tools", FOLDER / "tools.py")
KINDS = ("data", "open", "missing", "status")
SIZES = (0, 1, 2, 3, 4, 5, 17, 100, 199)

# ADUs as ilp-codegen-plain makes them: what is in which depends on n
ENCODER = r"""
#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char** argv)
{
    static char octets[20000], text[400], data[400];
    static u_int seqs[400];
    static Range ranges[400];
    static Kind last[4] = {OPEN, OPEN, OPEN, OPEN};
    const int n = argc == 3 ? atoi(argv[2]) : -1;
    Transfer adu;
    XDR xdr;
    memset(&adu, 0, sizeof(adu));
    adu.kind = (Kind)atoi(argv[1]);
    switch (adu.kind)
    {
    case DATA:
        for (int i = 0; i < n; i++)
        {
            data[i] = (char)(i * 37 + n);
        }
        adu.Transfer_u.data.type = 1;
        adu.Transfer_u.data.seq = n - 100;
        adu.Transfer_u.data.octets.octets_len = n;
        adu.Transfer_u.data.octets.octets_val = data;
        break;
    case OPEN:
        memset(text, 'x', n % 250);
        strcat(text, "hi!");
        adu.Transfer_u.open.name = text;
        adu.Transfer_u.open.size = 0x0102030405060708ULL + n;
        adu.Transfer_u.open.binary = n % 2;
        adu.Transfer_u.open.rate = 1.0 + n;
        break;
    case MISSING:
        for (int i = 0; i < n; i++)
        {
            seqs[i] = i * i;
            ranges[i].first = i;
            ranges[i].more = i > 0 ? &ranges[i - 1] : NULL;
        }
        adu.Transfer_u.missing.seqs.seqs_len = n;
        adu.Transfer_u.missing.seqs.seqs_val = seqs;
        adu.Transfer_u.missing.ranges = n > 0 ? &ranges[n - 1] : NULL;
        break;
    case STATUS:
        adu.Transfer_u.status.of = MISSING;
        adu.Transfer_u.status.time = -1 - n;
        adu.Transfer_u.status.load[0] = 1.5F;
        adu.Transfer_u.status.load[1] = -2.25F;
        adu.Transfer_u.status.load[2] = (float)n;
        memcpy(adu.Transfer_u.status.mark, "\1\2\3\4\5\6", 6);
        memset(text, 'y', n % 100);
        adu.Transfer_u.status.text = text;
        adu.Transfer_u.status.last.last_len = n % 5;
        adu.Transfer_u.status.last.last_val = last;
        break;
    }
    xdrmem_create(&xdr, octets, sizeof(octets), XDR_ENCODE);
    if (!xdr_Transfer(&xdr, &adu))
    {
        return 1;
    }
    for (u_int i = 0; i < xdr_getpos(&xdr); i++)
    {
        printf("%02x", (unsigned char)octets[i]);
    }
    return 0;
}
"""


@pytest.fixture(scope="module", name="encoder")
def make_encoder(tmp_path_factory):
    """A program with the code that rpcgen makes of transfer.adu, which but for comments is a .x file."""
    if not shutil.which("rpcgen"):
        pytest.skip("rpcgen is missing: apt-get install rpcsvc-proto libtirpc-dev")
    folder = tmp_path_factory.mktemp("rpc")
    text = (FOLDER / "transfer.adu").read_text(encoding="utf-8")
    (folder / "transfer.x").write_text(re.sub("//.*", "", text), encoding="utf-8")
    (folder / "main.c").write_text(ENCODER, encoding="utf-8")
    for kind, name in (("-h", "transfer.h"), ("-c", "transfer.c")):
        subprocess.run(["rpcgen", kind, "-o", name, "transfer.x"], cwd=folder, check=True)
    subprocess.run(["cc", "-w", "-I/usr/include/tirpc", "main.c", "transfer.c", "-o", "encoder",
                    "-ltirpc"], cwd=folder, check=True)
    return folder / "encoder"


@pytest.mark.parametrize("kind", KINDS)
def test_what_rpcgen_makes_of_the_same_description(encoder, kind):
    for n in SIZES:
        done = subprocess.run([encoder, str(KINDS.index(kind)), str(n)], capture_output=True,
                              text=True, check=True)
        seen = metrics("ilp-codegen-plain", f"--kind={kind}", f"--n={n}")
        assert seen["xdr"] == done.stdout, n
        assert seen["level"] == 0 and seen["equal"] is True


def packed(packer, kind, n):
    """An ADU by Python's module."""
    packer.pack_enum(KINDS.index(kind))
    if kind == "data":
        packer.pack_int(1)
        packer.pack_int(n - 100)
        packer.pack_bytes(bytes(i * 37 + n & 0xff for i in range(n)))
    elif kind == "open":
        packer.pack_string(b"x" * (n % 250) + b"hi!")
        packer.pack_uhyper(0x0102030405060708 + n)
        packer.pack_bool(n % 2)
        packer.pack_double(1.0 + n)
    elif kind == "missing":
        packer.pack_array([i * i for i in range(n)], packer.pack_uint)
        for i in reversed(range(n)):
            packer.pack_bool(True)
            packer.pack_uint(i)
        packer.pack_bool(False)
    else:
        packer.pack_enum(KINDS.index("missing"))
        packer.pack_hyper(-1 - n)
        packer.pack_farray(3, [1.5, -2.25, n], packer.pack_float)
        packer.pack_fopaque(6, bytes((1, 2, 3, 4, 5, 6)))
        packer.pack_string(b"y" * (n % 100))
        packer.pack_array([KINDS.index("open")] * (n % 5), packer.pack_enum)
    return packer.get_buffer()


@pytest.mark.parametrize("kind", KINDS)
def test_what_checks_compare_with(kind):
    """The XDR that claims are decided by, against xdrlib, which Python has up to 3.12."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        xdrlib = pytest.importorskip("xdrlib")
    for n in SIZES:
        assert PAPER_TOOLS.transfer_xdr(kind, n) == packed(xdrlib.Packer(), kind, n), n

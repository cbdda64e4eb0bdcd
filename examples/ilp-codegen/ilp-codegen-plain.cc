// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The same generated functions with integration switched off: an ADU in XDR and nothing else.
 */
#define HSN_ILP_OFF // before any header

#include "ilp-codegen-cases.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    std::string kind = "data";
    uint32_t n = 5;

    ProgramOptions options(__FILE__, "Paper ilp-codegen: ADUs in plain XDR");
    options.Add("kind", "Kind of the ADU", kind, OneOf({"data", "open", "missing", "status"}));
    options.Add("n", "How much is in it: octets, or elements", n, Between(0, 200));
    options.Parse(argc, argv);

    const auto adu = MakeAdu(kind == "data"      ? Kind::DATA
                             : kind == "open"    ? Kind::OPEN
                             : kind == "missing" ? Kind::MISSING
                                                 : Kind::STATUS,
                             n);
    PaperCase::State state;
    PaperCase::Results results;
    std::vector<uint8_t> octets(PaperCase::GetSize(adu));
    const uint8_t* end = PaperCase::Send(state, results, octets.data(), adu);
    Transfer back;
    std::string hex;
    for (const auto octet : octets)
    {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", octet);
        hex += digits;
    }
    JsonObject out;
    out.Set("xdr", hex);
    out.Set("size_right", end == octets.data() + octets.size());
    out.Set("level", PaperCase::Receive(state, octets.data(), end, back));
    out.Set("equal", back == adu);
    std::cout << out << std::endl;
    return 0;
}

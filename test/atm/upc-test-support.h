// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Contracts and cells that the tests of usage parameter control share.
 */
#ifndef HSN_UPC_TEST_SUPPORT_H
#define HSN_UPC_TEST_SUPPORT_H

#include "ns3/atm-traffic-contract.h"
#include "ns3/enum.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

#include <string>

namespace ns3
{
namespace hsn
{
using Upc = UsageParameterControl;
using Contract = AtmTrafficContract;

/** @brief T_PCR of the paper, ns. */
constexpr int64_t T_PCR = 2726;
/** @brief T_SCR of the paper, ns. */
constexpr int64_t T_SCR = 42400;
/** @brief Both forms of the GCRA. */
constexpr Gcra::Form FORMS[] = {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET};

/**
 * @brief The paper's contract.
 * @param mbs MBS
 * @param type contract type
 * @return the contract
 */
inline Contract
PaperContract(uint32_t mbs, Contract::Type type = Contract::VBR_C)
{
    return Contract::Vbr(type, NanoSeconds(T_PCR), NanoSeconds(T_SCR), mbs);
}

/**
 * @brief Makes a UPC.
 * @param contract the contract
 * @param form form of its buckets
 * @return the UPC
 */
inline Ptr<Upc>
MakeUpc(const Contract& contract, Gcra::Form form = Gcra::VIRTUAL_SCHEDULING)
{
    auto upc = CreateObject<Upc>();
    upc->SetAttribute("Form", EnumValue(form));
    upc->SetContract(contract);
    return upc;
}

/**
 * @brief Makes a cell.
 * @param time arrival, time steps
 * @param last last of its PDU
 * @param pduCells cells of its PDU
 * @param clp CLP bit
 * @return the cell
 */
inline UpcCell
MakeCell(int64_t time, bool last = false, uint32_t pduCells = 0, bool clp = false)
{
    UpcCell cell;
    cell.time = time;
    cell.last = last;
    cell.pduCells = pduCells;
    cell.clp = clp;
    return cell;
}

/**
 * @brief Sends a PDU through a UPC.
 * @param upc the UPC
 * @param start time of its first cell, ns
 * @param cells its number of cells
 * @param spacing cell spacing, ns
 * @return one letter per cell: P passed, T tagged, D discarded
 */
inline std::string
SendPdu(Ptr<Upc> upc, int64_t start, uint32_t cells, int64_t spacing = T_PCR)
{
    std::string fates;
    for (uint32_t j = 0; j < cells; j++)
    {
        fates += "PTD"[upc->Police(MakeCell(start + j * spacing, j + 1 == cells, cells))];
    }
    return fates;
}

/**
 * @brief Counts a letter.
 * @param fates the letters
 * @param fate the letter to count
 * @return how often it occurs
 */
inline uint32_t
Count(const std::string& fates, char fate)
{
    uint32_t count = 0;
    for (const char c : fates)
    {
        count += c == fate;
    }
    return count;
}

/** @brief Base with a helper for error texts. */
class UpcTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /**
     * @brief Compares fates; ns-3's macros would send the PDU again when they differ.
     * @param fates the fates
     * @param expected what they ought to be
     * @param what what is tested
     */
    void ExpectFates(const std::string& fates, const std::string& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(fates, expected, what);
    }

    /**
     * @brief Expects a text to hold two pieces.
     * @param text the text
     * @param name the name it must hold
     * @param value the value it must hold
     */
    void ExpectNames(const std::string& text, const std::string& name, const std::string& value)
    {
        NS_TEST_EXPECT_MSG_NE(text.find(name), std::string::npos, name << " in: " << text);
        NS_TEST_EXPECT_MSG_NE(text.find(value), std::string::npos, value << " in: " << text);
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UPC_TEST_SUPPORT_H

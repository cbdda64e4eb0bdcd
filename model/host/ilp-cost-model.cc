// SPDX-License-Identifier: GPL-2.0-only
#include "ilp-cost-model.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(IlpCostModel);

namespace
{
constexpr double WORD = 4;      //!< octets
constexpr double LARGEST = 1e6; //!< of any time or number of cycles
} // namespace

TypeId
IlpCostModel::GetTypeId()
{
    const auto number = MakeDoubleChecker<double>(0, LARGEST);
    static TypeId tid =
        TypeId("ns3::hsn::IlpCostModel")
            .SetParent<HostCost>()
            .SetGroupName("Hsn")
            .AddConstructor<IlpCostModel>()
            .AddAttribute("Cycle",
                          "Time of an instruction, ns",
                          DoubleValue(25),
                          MakeDoubleAccessor(&IlpCostModel::m_cycle),
                          number)
            .AddAttribute("Load",
                          "Cycles of a load",
                          DoubleValue(2),
                          MakeDoubleAccessor(&IlpCostModel::m_load),
                          number)
            .AddAttribute("Store",
                          "Cycles of a store",
                          DoubleValue(3),
                          MakeDoubleAccessor(&IlpCostModel::m_store),
                          number)
            .AddAttribute("LoopOverhead",
                          "Cycles of a loop for each block, besides load, store and functions",
                          DoubleValue(5.8),
                          MakeDoubleAccessor(&IlpCostModel::m_loop),
                          number)
            .AddAttribute("Overhead",
                          "Instructions of a function for each word that are not counted in "
                          "Instructions: moves, constants",
                          DoubleValue(2),
                          MakeDoubleAccessor(&IlpCostModel::m_overhead),
                          number)
            .AddAttribute("ColdFirst",
                          "Penalty of the first loop with cold caches, ns/octet",
                          DoubleValue(44),
                          MakeDoubleAccessor(&IlpCostModel::m_first),
                          number)
            .AddAttribute("ColdFurther",
                          "Penalty of each further loop with cold caches, ns/octet",
                          DoubleValue(42.5),
                          MakeDoubleAccessor(&IlpCostModel::m_further),
                          number)
            .AddAttribute("Registers",
                          "Registers that hold state, and all words of a block but one",
                          UintegerValue(8),
                          MakeUintegerAccessor(&IlpCostModel::m_registers),
                          MakeUintegerChecker<uint32_t>(0, 1024))
            .AddAttribute("SpillScratch",
                          "Registers that are needed to work on state in memory",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IlpCostModel::m_scratch),
                          MakeUintegerChecker<uint32_t>(0, 16))
            .AddAttribute("Functions",
                          "Functions that manipulate the data",
                          UintegerValue(3),
                          MakeUintegerAccessor(&IlpCostModel::m_functions),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("State",
                          "Words of state of a function",
                          UintegerValue(2),
                          MakeUintegerAccessor(&IlpCostModel::m_state),
                          MakeUintegerChecker<uint32_t>(0, 1024))
            .AddAttribute("Instructions",
                          "Instructions of a function for each block",
                          UintegerValue(10),
                          MakeUintegerAccessor(&IlpCostModel::m_instructions),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("Block",
                          "Words that a function works on at once",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IlpCostModel::m_block),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("Integrated",
                          "One loop does all functions",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IlpCostModel::m_integrated),
                          MakeBooleanChecker())
            .AddAttribute("Cold",
                          "No cache holds the data",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IlpCostModel::m_cold),
                          MakeBooleanChecker());
    return tid;
}

void
IlpCostModel::UsePreset(Preset preset)
{
    const bool ss2 = preset == SS2;
    m_cycle = ss2 ? 25 : 10.1;
    m_load = ss2 ? 2 : 1;
    m_store = ss2 ? 3 : 1;
    m_loop = ss2 ? 5.8 : 1.96;
    m_overhead = ss2 ? 2 : 0;
    m_first = ss2 ? 44 : 15;
    m_further = ss2 ? 42.5 : 5;
    m_registers = ss2 ? 8 : 22;
}

uint32_t
IlpCostModel::GetSpill(uint32_t words) const
{
    const uint32_t held =
        words + m_block - 1; // the first word of a block has a register of its own
    return held <= m_registers ? 0 : held - m_registers + m_scratch;
}

uint32_t
IlpCostModel::GetIntegratedSpill() const
{
    return GetSpill(m_functions * m_state);
}

uint32_t
IlpCostModel::GetSequentialSpill() const
{
    return m_functions * GetSpill(m_state);
}

uint32_t
IlpCostModel::GetLargestState(bool integrated) const
{
    const uint32_t functions = integrated ? m_functions : 1;
    uint32_t state = 0;
    while (GetSpill(functions * (state + 1)) == 0)
    {
        state++;
    }
    return state;
}

double
IlpCostModel::GetNsPerOctet(bool integrated, bool cold) const
{
    const double loops = integrated ? 1 : m_functions;
    const double spill = integrated ? GetIntegratedSpill() : GetSequentialSpill();
    const double access = m_load + m_store;
    const double cycles = m_functions * (m_instructions + m_block * m_overhead) +
                          loops * (m_block * access + m_loop) + spill * access; // of a block
    return cycles * m_cycle / (m_block * WORD) + (cold ? m_first + (loops - 1) * m_further : 0);
}

double
IlpCostModel::GetNsPerOctet() const
{
    return GetNsPerOctet(m_integrated, m_cold);
}

Time
IlpCostModel::GetCost(HostOperation operation, uint32_t octets, uint32_t) const
{
    switch (operation)
    {
    case HostOperation::PROTOCOL:
    case HostOperation::PROTOCOL_DATA:
    case HostOperation::SEND:
    case HostOperation::SEND_DATA: {
        const auto steps = static_cast<double>(NanoSeconds(1).GetTimeStep());
        return TimeStep(static_cast<uint64_t>(std::llround(octets * GetNsPerOctet() * steps)));
    }
    default:
        return Time(0);
    }
}

bool
IlpCostModel::IsFree() const
{
    return false; // its attributes may change
}
} // namespace hsn
} // namespace ns3

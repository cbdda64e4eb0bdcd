// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-hstcp.h"

#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpHstcp);

namespace
{
constexpr double LOW_WINDOW = 38;     // segments
constexpr double HIGH_WINDOW = 83000; // segments
constexpr double LEAST_DECREASE = 0.01;

/// A row of the table of RFC 3649, appendix B. Its a is the number of the row, from 1.
struct Row
{
    uint32_t window;  //!< segments
    uint8_t decrease; //!< b in hundredths
};

// clang-format off
constexpr std::array<Row, 73> TABLE_ROWS{{
    {38, 50}, {118, 44}, {221, 41}, {347, 38}, {495, 37}, {663, 35},
    {851, 34}, {1058, 33}, {1284, 32}, {1529, 31}, {1793, 30}, {2076, 29},
    {2378, 28}, {2699, 28}, {3039, 27}, {3399, 27}, {3778, 26}, {4177, 26},
    {4596, 25}, {5036, 25}, {5497, 24}, {5979, 24}, {6483, 23}, {7009, 23},
    {7558, 22}, {8130, 22}, {8726, 22}, {9346, 21}, {9991, 21}, {10661, 21},
    {11358, 20}, {12082, 20}, {12834, 20}, {13614, 19}, {14424, 19}, {15265, 19},
    {16137, 19}, {17042, 18}, {17981, 18}, {18955, 18}, {19965, 17}, {21013, 17},
    {22101, 17}, {23230, 17}, {24402, 16}, {25618, 16}, {26881, 16}, {28193, 16},
    {29557, 15}, {30975, 15}, {32450, 15}, {33986, 15}, {35586, 14}, {37253, 14},
    {38992, 14}, {40808, 14}, {42707, 13}, {44694, 13}, {46776, 13}, {48961, 13},
    {51258, 13}, {53677, 12}, {56230, 12}, {58932, 12}, {61799, 12}, {64851, 11},
    {68113, 11}, {71617, 11}, {75401, 10}, {79517, 10}, {84035, 10}, {89053, 10},
    {94717, 9},
}};
// clang-format on
} // namespace

TypeId
TcpHstcp::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpHstcp")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpHstcp>()
            .AddAttribute("Response",
                          "Whether growth and reduction come from the table of RFC 3649, or from "
                          "its formulas.",
                          EnumValue(TABLE),
                          MakeHsnEnumAccessor(&TcpHstcp::m_response),
                          MakeEnumChecker(TABLE, "Table", FORMULA, "Formula")),
        PER_ACK,
        0);
    return tid;
}

std::string
TcpHstcp::GetName() const
{
    return "TcpHstcp";
}

TcpHstcp::Parameters
TcpHstcp::GetParameters(Response response, double window)
{
    if (window <= LOW_WINDOW)
    {
        return {1, 0.5};
    }
    if (response == TABLE)
    {
        const auto next =
            std::upper_bound(TABLE_ROWS.begin(),
                             TABLE_ROWS.end(),
                             window,
                             [](double value, const Row& row) { return value < row.window; });
        const auto row = std::prev(next);
        return {static_cast<double>(next - TABLE_ROWS.begin()), row->decrease / 100.0};
    }
    static const double SLOPE = -0.4 / std::log(HIGH_WINDOW / LOW_WINDOW);
    const double b = std::max(0.5 + SLOPE * std::log(window / LOW_WINDOW), LEAST_DECREASE);
    return {0.078 * std::pow(window, 0.8) * 2 * b / (2 - b), b};
}

double
TcpHstcp::GetIncrease(double window)
{
    return GetParameters(m_response, window).a / window;
}

double
TcpHstcp::GetReduced(double window)
{
    return window * (1 - GetParameters(m_response, window).b);
}

Ptr<TcpCongestionOps>
TcpHstcp::Fork()
{
    return CopyObject<TcpHstcp>(this);
}
} // namespace hsn
} // namespace ns3

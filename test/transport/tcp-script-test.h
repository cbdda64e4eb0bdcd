// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the scripts for TCP have in common.
 */
#ifndef HSN_TCP_SCRIPT_TEST_H
#define HSN_TCP_SCRIPT_TEST_H

#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A script (see tcp-script.h) and what it stands for. */
class TcpScriptTest : public TestCase
{
  public:
    /**
     * @brief Creates a test.
     * @param name the clause that prescribes the situation, and the situation
     * @param parts the script, in parts that are put together
     */
    TcpScriptTest(const std::string& name, const std::vector<std::string>& parts);

  private:
    void DoRun() override;

    std::string m_script; //!< the script
};

/**
 * @brief Segments of 1000 bytes leave.
 * @param from number of a segment, from 1 on
 * @param to number of another
 * @param options of each
 * @return lines: these segments are sent now
 */
inline std::string
TcpScriptSegments(uint32_t from, uint32_t to, const std::string& options = "")
{
    std::string lines;
    for (uint32_t i = from; i <= to; ++i)
    {
        lines += "+0 > . " + std::to_string(1000 * (i - 1) + 1) + ":" +
                 std::to_string(1000 * i + 1) + "(1000) ack 1 " + options + "\n";
    }
    return lines;
}

/** Attributes of most scripts: segments of 1000 bytes, no options. */
inline const std::string TCP_PLAIN_SEGMENTS = R"(
set StrictRfc true
set SegmentSize 1000
set InitialCwnd 10
set Sack false
set Timestamp false
set AdaptReordering false
set DSack false
set FRto false
set Rack false
set Tlp false
set WindowScaling false
)";

/** The same, with NewReno. */
inline const std::string TCP_PLAIN =
    "tcp SocketType ns3::TcpNewReno\ntcp RecoveryType ns3::TcpClassicRecovery\n" +
    TCP_PLAIN_SEGMENTS;

/** The socket opens a connection; the round-trip time is 100 ms. */
inline const std::string TCP_CONNECT = R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
)";

/** The socket accepts a connection. */
inline const std::string TCP_ACCEPT = R"(
+0    call listen
+0.1  < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1 win 65535
)";

/** Ten segments are sent, and no more are allowed for the first two duplicates. */
inline const std::string TEN_SEGMENTS = TcpScriptSegments(1, 10);

/** Eight segments are sent. */
inline const std::string EIGHT_SEGMENTS = TcpScriptSegments(1, 8);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SCRIPT_TEST_H

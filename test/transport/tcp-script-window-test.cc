// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for the congestion window and acknowledgements that end within a segment.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
static HsnTestRegistration g_tcpScriptWindowTests(
    "tcp-script-window",
    {new TcpScriptTest(
        "RFC 5681 3.1, RFC 3465: bytes acknowledged beyond whole segments count with "
        "the next ones",
        {TCP_PLAIN,
         R"(
set InitialCwnd 4
)",
         TCP_CONNECT,
         R"(
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0.1  < . 1:1(0) ack 501
+0    expect cwnd 4000
+0    < . 1:1(0) ack 1001
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0    expect cwnd 5000
+0    < . 1:1(0) ack 1601
+0    < . 1:1(0) ack 2201
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+0    expect cwnd 6000
)"})});
} // namespace
} // namespace hsn
} // namespace ns3

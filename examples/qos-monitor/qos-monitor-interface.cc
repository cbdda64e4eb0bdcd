// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What a record costs on this machine by three interfaces between protocol and monitor: the FIFO, a
 * datagram to a real socket over the loopback, and an SNMP exchange over two such datagrams.
 */
#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/qos-event-fifo.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-snmp-view.h"
#include "ns3/snmp-message.h"
#include "ns3/snmp-responder.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <ctime>
#include <iostream>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A UDP socket of the loopback.
class Loopback
{
  public:
    Loopback()
        : m_file(socket(AF_INET, SOCK_DGRAM, 0))
    {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(m_address);
        auto* address = reinterpret_cast<sockaddr*>(&m_address);
        NS_ABORT_MSG_IF(m_file < 0 || bind(m_file, address, size) != 0 ||
                            getsockname(m_file, address, &size) != 0,
                        "There is no UDP socket on the loopback: " << std::strerror(errno));
    }

    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;

    ~Loopback()
    {
        close(m_file);
    }

    /// @param octets sent @param size of them @param to whom
    void Send(const void* octets, size_t size, const Loopback& to) const
    {
        const auto* address = reinterpret_cast<const sockaddr*>(&to.m_address);
        NS_ABORT_MSG_IF(sendto(m_file, octets, size, 0, address, sizeof(to.m_address)) !=
                            static_cast<ssize_t>(size),
                        "sendto: " << std::strerror(errno));
    }

    /// @param octets received @param size of their room @return how many
    size_t Receive(void* octets, size_t size) const
    {
        const ssize_t n = recv(m_file, octets, size, 0);
        NS_ABORT_MSG_IF(n < 0, "recv: " << std::strerror(errno));
        return static_cast<size_t>(n);
    }

  private:
    int m_file;              //!< descriptor
    sockaddr_in m_address{}; //!< of it
};

/// @param n records @param body of each @return CPU time of one, the least of five measurements, ns
template <typename F>
double
Measure(uint32_t n, F body)
{
    double least = 1e18;
    for (int turn = 0; turn < 5; ++turn)
    {
        const auto begin = std::clock();
        for (uint32_t i = 0; i < n; ++i)
        {
            body(i);
        }
        least =
            std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / n * 1e9);
    }
    return least;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t records = 20000;
    ProgramOptions options(__FILE__,
                           "Paper qos-monitor: CPU time of a record by FIFO, socket, SNMP");
    options.Add("records", "Records by each interface", records, Between(100, 1e8));
    options.Parse(argc, argv);

    QosEvent event{};
    event.connection = 1;
    event.action = QOS_SENT;
    event.info = QOS_INFO_PACKET;
    uint64_t bits = 0; // what has arrived, so that nothing is left out
    auto fifo = CreateObject<QosEventFifo>();
    const double byFifo = Measure(records, [&](uint32_t i) {
        event.time = i;
        event.packet.bits = i;
        fifo->Put(event);
        QosEvent taken{};
        fifo->Get(taken);
        bits += taken.packet.bits;
    });

    const Loopback protocol;
    const Loopback monitor;
    const double bySocket = Measure(records, [&](uint32_t i) {
        event.time = i;
        event.packet.bits = i;
        protocol.Send(&event, sizeof(event), monitor);
        QosEvent taken{};
        monitor.Receive(&taken, sizeof(taken));
        bits += taken.packet.bits;
    });

    // the monitor asks for four values of a connection, the protocol's agent answers
    auto source = CreateObject<QosMonitor>();
    auto mib = CreateObject<QosMib>();
    mib->SetMonitor(source);
    QosEvent open{};
    open.connection = 1;
    open.action = QOS_OPEN;
    source->GetFifo()->Put(open);
    mib->Update();
    const SnmpResponder responder(Create<QosSnmpView>(mib), 1472);
    SnmpMessage request;
    request.community = "public";
    for (const size_t column : {0, 9, 10, 11})
    {
        request.bindings.push_back({QosSnmpView::NameCell(column, 1, QOS_OUT), SnmpValue()});
    }
    std::vector<uint8_t> room(1500);
    const double bySnmp = Measure(std::max<uint32_t>(records / 4, 1), [&](uint32_t i) {
        request.request = static_cast<int32_t>(i);
        std::string octets = request.Write();
        monitor.Send(octets.data(), octets.size(), protocol);
        SnmpMessage message;
        message.Read(room.data(), protocol.Receive(room.data(), room.size()));
        octets = responder.Respond(message).Write();
        protocol.Send(octets.data(), octets.size(), monitor);
        message.Read(room.data(), monitor.Receive(room.data(), room.size()));
        bits += message.bindings.size();
    });
    Simulator::Destroy();
    mib->Dispose();
    source->Dispose();
    JsonObject out;
    out.Set("fifo_ns", byFifo);
    out.Set("socket_ns", bySocket);
    out.Set("snmp_ns", bySnmp);
    out.Set("arrived", bits > 0);
    std::cout << out << std::endl;
    return 0;
}

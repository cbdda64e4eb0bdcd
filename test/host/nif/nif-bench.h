// SPDX-License-Identifier: GPL-2.0-only
#ifndef NIF_BENCH_H
#define NIF_BENCH_H

#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/network-driver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// A driver with its host, and when packets are received and delivered.
class NifBench
{
  public:
    /// What a host is like.
    struct Host
    {
        bool early{false};                 //!< the driver
        bool paper{true};                  //!< costs of the paper, else none
        std::string preemption{"Section"}; //!< of threads
        int64_t contextUs{50};             //!< context switch
        uint32_t cpus{1};                  //!< processors
        uint32_t queues{1};                //!< of the adapter
        uint32_t ring{32};                 //!< frames of a queue
    };

    /// A packet at a time.
    struct Note
    {
        uint32_t type{0}; //!< of the packet
        int64_t us{0};    //!< when
    };

    /// @param host what it is like
    explicit NifBench(const Host& host);
    ~NifBench();

    /// @param type of packets @param client registered, and watched if it is new @return the client
    template <typename T>
    Ptr<T> Add(uint32_t type, Ptr<T> client)
    {
        Register(type, client);
        return client;
    }

    /// @param us when @param type of the frame that arrives @param data whether with TCP data
    void Arrive(int64_t us, uint32_t type, bool data = false);
    /// @param type @param data whether it is a TCP segment with data @return a frame
    static NetworkFrame MakeFrame(uint32_t type, bool data = false);
    /// @param notes packets @return their times
    static std::vector<int64_t> Times(const std::vector<Note>& notes);
    /// @param times some times @return text of them
    static std::string Text(const std::vector<int64_t>& times);

    Ptr<HostCpu> cpu;            //!< of the host
    Ptr<HostCostTable> cost;     //!< of the host
    Ptr<NetworkDriver> driver;   //!< of the adapter
    std::vector<Note> received;  //!< by clients
    std::vector<Note> delivered; //!< up the stack

  private:
    /// @param type of packets @param client registered
    void Register(uint32_t type, Ptr<NetworkClient> client);

    std::vector<Ptr<NetworkClient>> m_clients; //!< that are watched
};
} // namespace hsn
} // namespace ns3

#endif // NIF_BENCH_H

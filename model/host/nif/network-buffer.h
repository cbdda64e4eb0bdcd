// SPDX-License-Identifier: GPL-2.0-only
#ifndef NETWORK_BUFFER_H
#define NETWORK_BUFFER_H

#include "ns3/abort.h"
#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief A packet between a device and a protocol stack, with what the device tells of it.
 */
struct NetworkFrame
{
    Ptr<const Packet> packet;                           //!< with its network header in front
    uint16_t protocol{0};                               //!< EtherType
    Address from;                                       //!< sender
    Address to;                                         //!< receiver
    NetDevice::PacketType kind{NetDevice::PACKET_HOST}; //!< for whom
    uint32_t type{0};                                   //!< by which drivers find the client
    Time arrival;                                       //!< at the adapter
};

/**
 * @ingroup hsn-host
 * @brief Memory of a host that holds a packet (M. Liao, S. Tan, R. Campbell, "A fast, flexible
 * network interface framework").
 *
 * It consists of regions. A buffer that is given to a driver for reception is contiguous and empty.
 */
class NetworkBuffer : public SimpleRefCount<NetworkBuffer>
{
  public:
    /// Where a buffer is.
    enum Place
    {
        POOL,       //!< free, at its client
        DRIVER,     //!< given to a driver for reception, or in its ring
        QUEUED,     //!< with a packet, in a queue of its client
        IN_PROCESS, //!< with a packet, in the hands of a thread or software interrupt
        LOAN        //!< a driver's, which a client may look at during a call
    };

    /// @param maxLength octets, above 0
    explicit NetworkBuffer(uint32_t maxLength);
    virtual ~NetworkBuffer();

    /// @return octets that it can hold
    uint32_t GetMaxLength() const;
    /// @return octets in it; an error after a loan has ended
    uint32_t GetLength() const;
    /// @return whether there is at most one region
    bool IsContiguous() const;
    /// @return whether the contents may be looked at: not after a loan has ended
    bool IsReadable() const;
    /// @return regions
    uint32_t GetNRegions() const;
    /// @param i index @return the region; an error after a loan has ended
    Ptr<const Packet> GetRegion(uint32_t i) const;

    /**
     * @brief Copies octets into the empty buffer.
     * @param octets of a packet
     * @param length of it, at most GetMaxLength()
     */
    void CopyIn(const uint8_t* octets, uint32_t length);
    /**
     * @brief Copies octets out, across regions.
     * @param octets where to
     * @param length at most
     * @return octets copied
     */
    uint32_t CopyOut(uint8_t* octets, uint32_t length) const;
    /// @brief Copies all regions into one unless there is only one. @return octets copied
    uint32_t MakeContiguous();

    /// @brief Has the adapter write a packet into the empty buffer. @param frame at most
    /// GetMaxLength() octets
    void Fill(NetworkFrame&& frame);
    /// @brief Takes the packet out, as it arrived; an error after a loan has ended. @return it
    NetworkFrame Take();
    /// @return the packet as it arrived; an error after a loan has ended
    const NetworkFrame& GetFrame() const;
    /// Removes the contents.
    void Clear();

    /// @return where it is
    Place GetPlace() const;
    /// @param place where it is now
    void SetPlace(Place place);
    /// @return the pool or ring that it belongs to, null before it has one
    const void* GetOwner() const;
    /// @param owner pool or ring
    void SetOwner(const void* owner);

  protected:
    /// @param region added at the end
    void Append(Ptr<const Packet> region);

  private:
    /// An error if a loan has ended.
    void Check() const;
    /// Ends the program if octets do not fit. @param length all of them
    void CheckLength(uint32_t length) const;

    uint32_t m_maxLength;                     //!< octets
    std::vector<Ptr<const Packet>> m_regions; //!< contents
    NetworkFrame m_frame;                     //!< as it arrived
    Place m_place{POOL};                      //!< where it is
    const void* m_owner{nullptr};             //!< whose it is
    bool m_ended{false};                      //!< a loan has ended, and nothing came since
};

// What every packet calls several times.

inline void
NetworkBuffer::Check() const
{
    NS_ABORT_MSG_IF(m_ended,
                    "NetworkBuffer: contents of a buffer on loan are valid during Receive() only");
}

inline NetworkBuffer::Place
NetworkBuffer::GetPlace() const
{
    return m_place;
}

inline void
NetworkBuffer::SetPlace(Place place)
{
    if (m_place == LOAN && place != LOAN)
    {
        Clear();
        m_ended = true;
    }
    m_place = place;
}

inline const void*
NetworkBuffer::GetOwner() const
{
    return m_owner;
}

inline void
NetworkBuffer::SetOwner(const void* owner)
{
    m_owner = owner;
}

inline const NetworkFrame&
NetworkBuffer::GetFrame() const
{
    Check();
    return m_frame;
}

inline void
NetworkBuffer::Clear()
{
    m_regions.clear();
    m_frame.packet = nullptr; // the rest costs time and says nothing without it
    m_ended = false;
}

/**
 * @ingroup hsn-host
 * @brief A buffer of one region.
 */
class LinearNetworkBuffer : public NetworkBuffer
{
  public:
    using NetworkBuffer::NetworkBuffer;
};

/**
 * @ingroup hsn-host
 * @brief A buffer of any number of regions, such as headers and data that were never put together.
 */
class FragmentedNetworkBuffer : public NetworkBuffer
{
  public:
    /// @param maxLength octets, above 0
    using NetworkBuffer::NetworkBuffer;

    /// @brief Adds a region. @param region not empty; with the others at most GetMaxLength() octets
    void AddRegion(Ptr<const Packet> region);
};
} // namespace hsn
} // namespace ns3

#endif // NETWORK_BUFFER_H

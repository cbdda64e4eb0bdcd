// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_FRAME_H
#define LINK_FRAME_H

#include "link-flow.h"

#include "ns3/ipv4-address.h"
#include "ns3/memory-prefetch.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief A packet on lean links.
 *
 * Links want to know its size, and perhaps its flow or destination. A host that knows them anyway
 * can derive a frame of its own, whose headers stay numbers until somebody asks for the packet: a
 * trace sink, an error model, a receiver that reads octets. Most frames are never asked.
 */
class LinkFrame : public SimpleRefCount<LinkFrame>
{
  public:
    /// @param packet with IP header, without PPP header @param protocol EtherType
    LinkFrame(const Ptr<Packet>& packet, uint16_t protocol);
    virtual ~LinkFrame() = default;

    LinkFrame(const LinkFrame&) = delete;
    LinkFrame& operator=(const LinkFrame&) = delete;

    /// @return bytes of the IP packet
    uint32_t GetSize() const
    {
        return m_size;
    }

    /// @return EtherType
    uint16_t GetProtocol() const
    {
        return m_protocol;
    }

    /// @return whether the packet has its headers
    bool IsWritten() const
    {
        return m_isWritten;
    }

    /// @return the packet with IP header, the same one at each call
    const Ptr<Packet>& GetPacket() const
    {
        if (!m_isWritten)
        {
            Write();
        }
        return m_packet;
    }

    /// Has the packet's memory fetched while something else is done.
    void PrefetchPacket() const
    {
        PrefetchMemory(PeekPointer(m_packet), sizeof(Packet));
    }

    /// @return whose it is
    virtual LinkFlow GetFlow() const;
    /// @return where an IPv4 packet goes; nothing if it is none, or shorter than the header
    virtual std::optional<Ipv4Address> GetDestination() const;

  protected:
    /// @param headBytes of the headers of an IPv4 packet @param payload without them; null: empty
    LinkFrame(uint32_t headBytes, const Ptr<Packet>& payload);

    /// @return the packet without headers, if IsWritten() is false; null: empty
    const Ptr<Packet>& GetPayload() const
    {
        return m_packet;
    }

  private:
    /// Adds the headers.
    void Write() const;
    /// Adds the headers that a derived frame knows. @param payload gets them
    virtual void AddHead(Packet& payload) const;

    uint32_t m_size;                //!< bytes of the IP packet
    uint16_t m_protocol;            //!< EtherType
    mutable bool m_isWritten{true}; //!< the packet has its headers
    mutable Ptr<Packet> m_packet;   //!< with or without them; null: without, and empty
};

/**
 * @ingroup hsn-link
 * @brief Keeps a frame alive, and can be moved without touching it.
 *
 * Thousands of frames are under way on a link, so that their memory is in no cache when they are
 * sorted by time of arrival. ns3::Ptr counts in the frame whenever it moves.
 */
class FrameHold
{
  public:
    FrameHold() = default;

    /// @param frame to be kept
    explicit FrameHold(const Ptr<LinkFrame>& frame)
        : m_frame(GetPointer(frame))
    {
    }

    /// @param other has none any more
    FrameHold(FrameHold&& other) noexcept
        : m_frame(std::exchange(other.m_frame, nullptr))
    {
    }

    /// @param other gets what this one had @return this
    FrameHold& operator=(FrameHold&& other) noexcept
    {
        std::swap(m_frame, other.m_frame);
        return *this;
    }

    ~FrameHold()
    {
        if (m_frame)
        {
            m_frame->Unref();
        }
    }

    /// @return the frame; there must be one
    const LinkFrame& Get() const
    {
        return *m_frame;
    }

    /// @return the frame, which is no longer kept
    Ptr<LinkFrame> Release()
    {
        return Ptr<LinkFrame>(std::exchange(m_frame, nullptr), false);
    }

    /// Has the frame's memory fetched while something else is done.
    void Prefetch() const
    {
        constexpr std::size_t BYTES = 2 * sizeof(LinkFrame); // derived ones are longer
        PrefetchMemory(m_frame, BYTES);
    }

  private:
    LinkFrame* m_frame{nullptr}; //!< with a reference of this object
};
} // namespace hsn
} // namespace ns3

#endif // LINK_FRAME_H

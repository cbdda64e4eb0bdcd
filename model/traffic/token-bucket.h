// SPDX-License-Identifier: GPL-2.0-only
#ifndef TOKEN_BUCKET_H
#define TOKEN_BUCKET_H

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Tokens of a bit each come at a constant rate; a bucket holds so many of them.
 *
 * The bucket is full at first. A packet of L octets takes 8 L tokens or none.
 */
class TokenBucket
{
  public:
    /// @param rate rho, bit/s, above 0 @param depth sigma, bits, above 0; else the program ends
    /// with an error
    TokenBucket(double rate, double depth);

    /// @param now at least that of the last call @return tokens then
    double GetTokens(Time now) const;
    /// @param now at least that of the last call @param octets of a packet @return whether it has
    /// taken its tokens
    bool Take(Time now, uint32_t octets);
    /// @param now at least that of the last call @param octets of a packet that fits the bucket
    /// @return time until there are enough tokens, rounded up
    Time GetWait(Time now, uint32_t octets) const;
    /// @return depth, bits
    double GetDepth() const;

  private:
    double m_rate;   //!< bit/s
    double m_depth;  //!< bits
    double m_tokens; //!< at m_time
    Time m_time;     //!< of the last packet that took some
};

/**
 * @ingroup hsn-traffic
 * @brief Passes on the packets of a source that conform to a token bucket.
 *
 * Between a source and a socket: PacketSource::SetSend(Send()), SetSend(Socket::Send). With Mode
 * Drop, a packet that finds too few tokens is dropped; with Delay it waits for them behind the
 * packets before it, up to MaxWaiting of them, and further ones are dropped. A packet that no full
 * bucket would pass is always dropped.
 */
class TokenBucketFilter : public Object
{
  public:
    /// What becomes of a packet that finds too few tokens.
    enum Mode
    {
        DROP, //!< it is dropped
        DELAY //!< it waits
    };

    /// Takes a packet; returns whether it accepts it.
    using SendFunction = Callback<bool, Ptr<Packet>>;

    /// @return the TypeId
    static TypeId GetTypeId();

    TokenBucketFilter();

    /// @param send takes the packets that conform
    void SetSend(const SendFunction& send);
    /// @param packet of a source @return whether it was passed on or waits
    bool Send(Ptr<Packet> packet);

    /// @return packets passed on
    uint64_t GetPassed() const;
    /// @return packets dropped
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;

  private:
    /// Passes on what conforms now, and waits for the next one.
    void Serve();
    /// @return the bucket, made at the first packet
    TokenBucket& GetBucket();
    /// @param packet dropped @return false
    bool Drop(Ptr<Packet> packet);

    DataRate m_rate;                          //!< rho
    double m_depth{0};                        //!< sigma, bits
    Mode m_mode;                              //!< attribute
    uint32_t m_maxWaiting{0};                 //!< packets
    TokenBucket m_bucket{1, 1};               //!< once there was a packet
    bool m_hasBucket{false};                  //!< there was one
    std::deque<Ptr<Packet>> m_waiting;        //!< packets
    EventId m_next;                           //!< when the first of them may leave
    SendFunction m_send;                      //!< takes packets
    uint64_t m_passed{0};                     //!< packets
    uint64_t m_dropped{0};                    //!< packets
    TracedCallback<Ptr<const Packet>> m_drop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // TOKEN_BUCKET_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_STREAM_SOCKET_H
#define HSN_TCP_STREAM_SOCKET_H

#include "ns3/nstime.h"
#include "ns3/stream-socket.h"
#include "ns3/tcp-socket.h"
#include "ns3/traced-value.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief A stream socket with the attributes of ns3::TcpSocket and the states of TCP.
 *
 * Trace source: State. See TransportSocket.
 */
class TcpStreamSocket : public BasicStreamSocket<TransportSocket<TcpSocket>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpStreamSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    TcpStreamSocket(const TcpStreamSocket& other);
    ~TcpStreamSocket() override;

  protected:
    // inherited from TransportSocket
    StreamStage GetStage() const override;
    void DoListen() override;
    void DoStopListening() override;

    // inherited from TcpSocket: attributes
    void SetConnTimeout(Time timeout) override;
    Time GetConnTimeout() const override;
    void SetSynRetries(uint32_t count) override;
    uint32_t GetSynRetries() const override;
    void SetDataRetries(uint32_t retries) override;
    uint32_t GetDataRetries() const override;
    void SetDelAckTimeout(Time timeout) override;
    Time GetDelAckTimeout() const override;
    void SetDelAckMaxCount(uint32_t count) override;
    uint32_t GetDelAckMaxCount() const override;
    void SetTcpNoDelay(bool noDelay) override;
    bool GetTcpNoDelay() const override;
    void SetPersistTimeout(Time timeout) override;
    Time GetPersistTimeout() const override;

    TracedValue<TcpStates_t> m_state{CLOSED}; //!< of the connection
    Time m_connTimeout;                       //!< first wait for an answer to SYN
    uint32_t m_synRetries{0};                 //!< SYNs to send
    uint32_t m_dataRetries{0};                //!< retransmissions without progress
    Time m_delAckTimeout;                     //!< how long an acknowledgement may wait
    uint32_t m_delAckMaxCount{0};             //!< segments that are acknowledged together
    bool m_noDelay{false};                    //!< no Nagle algorithm
    Time m_persistTimeout;                    //!< first wait before a window probe
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_STREAM_SOCKET_H

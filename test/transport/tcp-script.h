// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A small language for packet-level tests of TCP, and its player.
 *
 * A script says, line by line, which calls an application makes, which segments arrive at its
 * socket, and which segments the socket must send; the language follows packetdrill's. The socket
 * is on a node with an Internet stack; the other end of the link is the player, which reads and
 * writes the bytes of segments itself (not with ns3::TcpHeader), so that it can also send malformed
 * ones. Every segment that the socket sends must be in the script.
 *
 * Lines without a time stand before the first one with a time:
 * @code
 *   # a comment
 *   tcp SocketType ns3::TcpNewReno    an attribute of TcpL4Protocol
 *   set SegmentSize 1000              an attribute of the socket
 *   isn 4294967000                    the player's initial sequence number, 0 if not given
 *   checksums                         ns-3 computes and checks checksums, and so does the player
 *   reading                           the application reads all data as it arrives
 * @endcode
 *
 * All others begin with a time in seconds after the line before, or a range of it:
 * @code
 *   +0      call connect              also: listen, close, shutdown-send, shutdown-recv
 *   +0      call send 3000            the socket must accept all 3000 bytes,
 *   +0      call send 3000 = 1000     or 1000 of them
 *   +0      call recv 500             there must be 500 bytes, with the expected content
 *   +0      > S 0:0(0) <...>          the socket sends this now (within TOLERANCE)
 *   +0~0.5  > . 1:1(0) ack 501        the socket sends this 0 to 0.5 s after the line before
 *   +0      >? . 1:1(0) ack 501       the socket may send this
 *   +0.1    < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>    the player sends this
 *   +0      expect state ESTABLISHED  also: cwnd, ssthresh, congestion, drops, available, received,
 *   +0      expect cwnd <= 4000       connected, failed, closed, reset, eof; of IndexedTcpSocket
 *                                     segments: segmentsSent, of them with data dataSent,
 *                                     dataSentAgain; dataReceived
 *   +5      quiet                     nothing has happened since the line before
 * @endcode
 *
 * A segment is written as flags (S F R P U, E for ECE, W for CWR, a dot for ACK, - for none), the
 * range of sequence numbers and length, and then, optionally, ack, win (as in the header,
 * without scaling), urg, and options in angle brackets. Sequence numbers are relative to the
 * initial ones. Before the flags, [ect0], [ect1] or [ce] names the ECN field of the IP header;
 * without it, the field is Not-ECT. Options are mss N, wscale N, sackOK, sack A:B ...,
 * TS val N ecr N. In a segment from the socket a star matches any number; the order of options
 * and the padding between them do not matter; no brackets: no options; <...>: any options. In a
 * segment to the socket "ecr last" echoes the last timestamp that the socket sent. PSH of the
 * socket's segments is compared only if the script has a P; "ack *" matches any acknowledgment or
 * none. A segment to the socket can be malformed:
 * "hex 02 00" among its options stands for these bytes, "doff 4" sets the data offset, and
 * "badsum" falsifies the checksum.
 *
 * The byte of data at each sequence number is fixed, and checked wherever data arrives.
 */
#ifndef HSN_TCP_SCRIPT_H
#define HSN_TCP_SCRIPT_H

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-socket.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A TCP segment, in numbers relative to the initial sequence numbers. */
struct TcpScriptSegment
{
    uint8_t ecn{0};                   //!< ECN field of the IP header
    std::string flags;                //!< letters, in the order of FLAGS
    uint32_t begin{0};                //!< first sequence number
    uint32_t length{0};               //!< bytes of data
    std::string ack;                  //!< acknowledgment number; empty: none
    std::string window;               //!< window; empty: not given
    std::string urgent;               //!< urgent pointer; empty: not given
    std::string dataOffset;           //!< data offset; empty: the correct one
    bool badChecksum{false};          //!< whether the checksum is falsified
    bool anyOptions{false};           //!< whether the options do not matter
    std::vector<std::string> options; //!< each in its text form
    static const std::string FLAGS;   //!< letters of the flags, least significant bit first

    /**
     * @brief Reads the text form.
     * @param text flags and what follows
     * @return the segment
     * @throw std::string what is wrong with the text
     */
    static TcpScriptSegment FromText(const std::string& text);

    /** @return the text form */
    std::string ToText() const;

    /**
     * @brief Compares a segment with what the script wants.
     * @param got the segment
     * @return names of the fields that differ; empty if the segment is as wanted
     */
    std::string Differences(const TcpScriptSegment& got) const;
};

/** @brief Plays scripts: acts as the application and as the other end, and compares. */
class TcpScriptPlayer
{
  public:
    /** By how much the time of a segment may differ from the script, in seconds. */
    static constexpr double TOLERANCE = 0.001;

    /**
     * @brief Creates a player.
     * @param factory TypeId name of the socket factory
     * @param install adds the factory to a node with an Internet stack
     */
    TcpScriptPlayer(const std::string& factory, const std::function<void(Ptr<Node>)>& install);

    /**
     * @brief Plays a script.
     * @param script its text
     * @return empty, or which line failed and how
     */
    std::string Play(const std::string& script);

  private:
    /** @brief A segment from the socket. */
    struct Arrival
    {
        Time time;                //!< when
        TcpScriptSegment segment; //!< what
    };

    /** @brief Builds node, link and Internet stack. */
    void BuildNode();
    /** @brief Executes lines until one has to wait. */
    void Continue();
    /** @brief Executes a line without a time. @param words the words of the line */
    void Declare(const std::vector<std::string>& words);
    /** @brief Executes a line whose time has come. */
    void Act();
    /** @brief Compares segments from the socket with the line that waits for one. */
    void Match();
    /** @brief Ends the wait for a segment. */
    void Expire();
    /** @brief Ends the script as failed. @param what the reason */
    void Fail(const std::string& what);

    /** @brief Makes a call of the application. @param words name and parameters of the call */
    void Call(const std::vector<std::string>& words);
    /** @brief Tests a quantity. @param words its name and value */
    void Expect(const std::vector<std::string>& words);
    /** @brief Sends a segment to the socket. @param segment the segment */
    void Inject(const TcpScriptSegment& segment);
    /**
     * @brief Takes a packet from the socket.
     * @param device where from
     * @param packet it, from the IP header on
     * @param protocol what it is
     * @param from sender
     * @param to receiver
     * @param type broadcast or not
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);
    /** @param text options in text form @return their bytes */
    std::vector<uint8_t> EncodeOptions(const std::vector<std::string>& text) const;
    /** @param bytes options @return their text form */
    std::vector<std::string> DecodeOptions(const std::vector<uint8_t>& bytes);

    /** @return the socket under test */
    Ptr<Socket> GetSocket();
    /** @brief Listens to callbacks and trace sources. @param socket of this socket */
    void Observe(Ptr<Socket> socket);
    /** @brief A connection was accepted. @param socket its socket @param from the peer */
    void Accepted(Ptr<Socket> socket, const Address& from);
    /**
     * @brief Reads data and compares it.
     * @param limit how many at most
     * @return how many
     */
    uint32_t Read(uint32_t limit);
    /** @brief Data has arrived. @param socket to read from */
    void DataArrived(Ptr<Socket> socket);
    /** @brief The connection is open. @param socket its socket */
    void Connected(Ptr<Socket> socket);
    /** @brief The connection has failed. @param socket its socket */
    void Failed(Ptr<Socket> socket);
    /** @brief The connection was closed. @param socket its socket */
    void Closed(Ptr<Socket> socket);
    /** @brief The connection broke. @param socket its socket */
    void Reset(Ptr<Socket> socket);
    /** @brief Traces the state. @param was before @param is now */
    void StateChanged(TcpSocket::TcpStates_t was, TcpSocket::TcpStates_t is);
    /** @brief Traces the state of congestion control. @param was before @param is now */
    void CongestionChanged(TcpSocketState::TcpCongState_t was, TcpSocketState::TcpCongState_t is);
    /** @brief Traces cwnd. @param was before @param is now */
    void WindowChanged(uint32_t was, uint32_t is);
    /** @brief Traces ssthresh. @param was before @param is now */
    void ThresholdChanged(uint32_t was, uint32_t is);
    /** @brief Counts a segment that was dropped. @param packet the packet @param reason why */
    void Dropped(Ptr<const Packet> packet, const std::string& reason);

    std::string m_factory;                       //!< TypeId name of the socket factory
    std::function<void(Ptr<Node>)> m_install;    //!< adds the factory to a node
    std::vector<std::string> m_lines;            //!< the script
    std::size_t m_line{0};                       //!< the line in execution
    std::string m_error;                         //!< how the script failed
    bool m_done{false};                          //!< whether the script has ended
    Time m_clock;                                //!< time of the line before
    Time m_from;                                 //!< the line's time
    Time m_to;                                   //!< latest time of the line's segment
    std::string m_verb;                          //!< first word of the line after the time
    std::string m_rest;                          //!< the line after the verb
    EventId m_expiry;                            //!< end of the wait for a segment
    std::deque<Arrival> m_arrivals;              //!< from the socket, not yet compared
    Ptr<Node> m_node;                            //!< where the socket lives
    Ptr<NetDevice> m_socketDevice;               //!< the socket's device
    Ptr<NetDevice> m_device;                     //!< the player's device
    Ptr<Socket> m_socket;                        //!< the socket under test
    Ptr<Socket> m_listener;                      //!< the socket that listens
    uint32_t m_socketIsn{0};                     //!< the socket's initial sequence number
    uint32_t m_playerIsn{0};                     //!< the player's initial sequence number
    bool m_checksums{false};                     //!< whether checksums are right
    uint32_t m_timestamp{0};                     //!< last timestamp from the socket
    bool m_reading{false};                       //!< whether the application reads at once
    uint32_t m_sent{0};                          //!< bytes the application sent
    std::map<std::string, std::string> m_values; //!< what can be expected
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SCRIPT_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_EXAMPLE_FILE_TRANSFERS_H
#define HSN_EXAMPLE_FILE_TRANSFERS_H

#include "ns3/callback.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>

/// Files one after the other, each on a TCP connection of its own: what ftp does.
class FileTransfers
{
  public:
    /// Of the files and the TCP.
    struct Settings
    {
        uint32_t mss{1024};                      //!< octets
        uint32_t window{8};                      //!< segments
        uint32_t delayedAck{2};                  //!< segments of an acknowledgement
        uint32_t initialWindow{1};               //!< segments
        uint64_t size{1000000};                  //!< octets of a file; 0: one without end
        ns3::Time pause{ns3::MilliSeconds(200)}; //!< from a connection's end to the next
    };

    /// @param from sender @param to receiver @param remote address of it
    /// @param settings of files and TCP
    FileTransfers(ns3::Ptr<ns3::Node> from,
                  ns3::Ptr<ns3::Node> to,
                  const ns3::Address& remote,
                  const Settings& settings);

    /// Begins the first file.
    void Start();
    /// @return files that have been sent
    uint64_t GetFiles() const;

  private:
    /// @param node of the socket @return a socket with the settings
    ns3::Ptr<ns3::Socket> MakeSocket(ns3::Ptr<ns3::Node> node) const;
    /// @param socket connected, or with room
    void Fill(ns3::Ptr<ns3::Socket> socket);
    /// @param socket with room
    void Room(ns3::Ptr<ns3::Socket> socket, uint32_t);
    /// The connection has ended.
    void Ended(ns3::Ptr<ns3::Socket>);
    /// @param socket accepted
    void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address&);
    /// @param socket that can be read
    static void Read(ns3::Ptr<ns3::Socket> socket);
    /// @param socket whose peer has ended
    static void Shut(ns3::Ptr<ns3::Socket> socket);

    Settings m_settings;              //!< of files and TCP
    ns3::Ptr<ns3::Node> m_from;       //!< sender
    ns3::Address m_remote;            //!< of the receiver
    ns3::Ptr<ns3::Socket> m_listener; //!< of the receiver
    ns3::Ptr<ns3::Socket> m_socket;   //!< of the file under way
    uint64_t m_left{0};               //!< octets of it
    uint64_t m_files{0};              //!< done
    bool m_isOpen{false};             //!< a file is under way
};

#endif // HSN_EXAMPLE_FILE_TRANSFERS_H

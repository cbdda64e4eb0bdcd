// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_TS_PARSER_H
#define MPEG_TS_PARSER_H

#include "mpeg-pieces.h"
#include "mpeg-ts.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// A PES packet of the video: of most streams, a picture.
struct MpegTsUnit
{
    bool hasTimes{false};     //!< it has time stamps
    MpegTsTimes times;        //!< as they are; both alike if it has one only
    uint64_t octets{0};       //!< of the video that arrived
    uint32_t lostPackets{0};  //!< behind its first one, modulo 16 each time
    uint32_t firstPicture{0}; //!< pictures that had begun before its first octet
};

/**
 * @ingroup hsn-traffic
 * @brief Reads an MPEG transport stream (ISO/IEC 13818-1), and tells the classes of its octets.
 *
 * The first video of the first program is read, its tables are found in the stream. Its octets have
 * the classes that MpegPieces tells; all others, headers of packets, tables and audio among them,
 * are of class 0. A stream may be cut anywhere; octets wait until their packet is complete.
 *
 * Where a packet does not begin with the sync octet, octets are skipped up to the next one that has
 * another packet behind it. Lost packets are known by the continuity counter, 16 in a row are not.
 * Packets that are wrong, or scrambled, are counted and dropped; sections of tables are read if
 * they fit into one packet.
 */
class MpegTsParser
{
  public:
    /// What was met so far.
    struct Counters
    {
        uint64_t octets{0};       //!< taken
        uint64_t packets{0};      //!< all
        uint64_t videoPackets{0}; //!< of the video
        uint64_t nullPackets{0};  //!< without content
        uint64_t syncLosses{0};   //!< times that it was out of step
        uint64_t skipped{0};      //!< octets, meanwhile
        uint64_t lostPackets{0};  //!< of the video
        uint64_t repeated{0};     //!< packets of the video that came twice
        uint64_t malformed{0};    //!< packets: errors, scrambled, fields or tables that are wrong
        uint64_t badUnits{0};     //!< PES packets of the video without a right header
    };

    /**
     * @brief Takes octets.
     * @param data octets
     * @param n how many
     * @param runs gets the classes of complete packets' octets, appended
     * @param video gets the octets of the video, appended; or null
     */
    void Take(const uint8_t* data,
              std::size_t n,
              std::vector<MpegRun>& runs,
              std::vector<uint8_t>* video = nullptr);

    /// Octets that come begin a packet. @param runs gets what is left @param video see Take()
    void Realign(std::vector<MpegRun>& runs, std::vector<uint8_t>* video = nullptr);

    /// The stream has ended. @param runs gets what is left @param video see Take()
    void Flush(std::vector<MpegRun>& runs, std::vector<uint8_t>* video = nullptr);

    /// @return PES packets of the video that were begun since the last call but the present one;
    /// after Flush() all
    std::vector<MpegTsUnit> TakeUnits();

    /// @return the parser of the video
    MpegEsParser& GetVideo();

    /// @return octets that wait for the rest of their packet
    std::size_t GetPending() const;

    /// @return which packets are read; PIDs are 0 as long as they are not known
    const MpegTsProgram& GetProgram() const;

    /// @return the counters
    const Counters& GetCounters() const;

  private:
    /// @param packet its octets @param runs see Take() @param video see Take()
    void TakePacket(const uint8_t* packet, std::vector<MpegRun>& runs, std::vector<uint8_t>* video);
    /// @param packet of the video @param begin where its payload begins @return whether it is new
    bool CheckContinuity(const uint8_t* packet, std::size_t begin);
    /// @param section octets from table_id on @param n how many are there @param table which is
    /// expected @return octets of it in front of the CRC, or 0 if it is wrong
    static std::size_t CheckSection(const uint8_t* section, std::size_t n, uint8_t table);
    /// @param pid of a table @param payload of its packet @param n octets
    void TakeTable(uint16_t pid, const uint8_t* payload, std::size_t n);
    /// @param payload of a packet of the video @param n octets @return octets of it that belong to
    /// the header of a PES packet
    std::size_t TakeUnitHeader(const uint8_t* payload, std::size_t n);
    /// @param runs gets octets of class 0 @param octets how many
    void SkipOctets(std::vector<MpegRun>& runs, uint64_t octets);

    MpegTsProgram m_program{0, 0, 0, 0}; //!< see GetProgram
    bool m_isInStep{false};              //!< the last packet began with the sync octet
    std::vector<uint8_t> m_pending;      //!< of a packet
    int32_t m_count{-1};                 //!< continuity counter of the last packet, -1: any
    bool m_isUnit{false};                //!< a PES packet has begun
    std::vector<uint8_t> m_header;       //!< of it, as long as it is not complete
    bool m_isHeader{false};              //!< it is not
    MpegTsUnit m_unit;                   //!< present PES packet
    std::vector<MpegTsUnit> m_units;     //!< see TakeUnits
    MpegPieces m_video;                  //!< its elementary stream
    Counters m_counters;                 //!< see GetCounters
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_TS_PARSER_H

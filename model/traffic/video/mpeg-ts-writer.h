// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_TS_WRITER_H
#define MPEG_TS_WRITER_H

#include "mpeg-ts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Writes an MPEG transport stream of one program with one video (ISO/IEC 13818-1).
 *
 * Each picture is a PES packet of its own, with time stamps, in packets of 188 octets; the last one
 * of them is filled up by its adaptation field, and the first one has the program clock. Two
 * packets are 376 octets: with AAL5's trailer eight cells, as ATM Forum's specification of video on
 * demand has it.
 */
class MpegTsWriter
{
  public:
    /// Ends the program if a number is out of range. @param program what its packets are called
    explicit MpegTsWriter(const MpegTsProgram& program = {});

    /// Appends both tables, two packets: in front of the stream, and now and then. @param out gets
    /// them
    void WriteTables(std::vector<uint8_t>& out);

    /**
     * @brief Appends the packets of a picture.
     * @param data its octets, headers of sequence and group included
     * @param n how many, above 0
     * @param times of it, by the clock; its stamps are LEAD later
     * @param isEntry whether a receiver may begin here
     * @param out gets the packets
     */
    void Write(const uint8_t* data,
               std::size_t n,
               const MpegTsTimes& times,
               bool isEntry,
               std::vector<uint8_t>& out);

    /// Appends a packet without content, which receivers drop. @param out gets it
    static void WriteNull(std::vector<uint8_t>& out);

    /// Time that stamps are ahead of the clock, in steps of MpegTs::CLOCK: a receiver's buffer.
    static constexpr uint64_t LEAD = MpegTs::CLOCK / 2;

  private:
    /// @param pid of a table @param count of its packets @param section its octets without CRC
    /// @param out gets the packet
    static void WriteSection(uint16_t pid,
                             uint8_t& count,
                             std::vector<uint8_t> section,
                             std::vector<uint8_t>& out);

    MpegTsProgram m_program;           //!< numbers
    std::array<uint8_t, 3> m_counts{}; //!< continuity counters: programs, streams, video
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_TS_WRITER_H

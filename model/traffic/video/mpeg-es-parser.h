// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_ES_PARSER_H
#define MPEG_ES_PARSER_H

#include "gop-model.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Start codes of MPEG video (ISO 11172-2 and 13818-2): the octet behind 00 00 01.
 */
enum MpegStartCode
{
    MPEG_PICTURE = 0x00,     //!< picture header
    MPEG_FIRST_SLICE = 0x01, //!< slices up to MPEG_LAST_SLICE
    MPEG_LAST_SLICE = 0xaf,  //!< last row of macroblocks
    MPEG_USER_DATA = 0xb2,   //!< user data
    MPEG_SEQUENCE = 0xb3,    //!< sequence header
    MPEG_EXTENSION = 0xb5,   //!< extension of the header before
    MPEG_END = 0xb7,         //!< end of the sequence
    MPEG_GROUP = 0xb8        //!< header of a group of pictures; higher ones belong to the multiplex
};

/// Successive octets of one class.
struct MpegRun
{
    uint32_t cls{0};     //!< 0 headers, else VideoFrameType
    uint64_t picture{0}; //!< pictures begun before or with it: 0 in front of the first one
    uint64_t octets{0};  //!< how many
};

/// @param runs some @param run is appended, unless it is empty; neighbours of one class and picture
/// become one run
void AppendMpegRun(std::vector<MpegRun>& runs, const MpegRun& run);

/// What the header of a picture says.
struct MpegPicture
{
    uint64_t offset{0};            //!< of its start code in the stream, octets
    uint32_t temporalReference{0}; //!< place in the order of display, within its group
    uint32_t type{0};              //!< picture_coding_type as it is: 1 I, 2 P, 3 B, 4 D
    uint32_t slices{0};            //!< of it
};

/**
 * @ingroup hsn-traffic
 * @brief Tells the classes of the octets of an MPEG elementary stream.
 *
 * Headers are all octets of start codes, of what follows them but slices, and the first octet of a
 * slice. The rest of a slice has the type of its picture, or counts as header if that is none of I,
 * P and B, or if no picture has begun.
 *
 * It is an automaton that takes octets in pieces of any length: start codes may straddle them. Up
 * to three octets, which begin a start code or may, are held back until the next one, or Flush().
 */
class MpegEsParser
{
  public:
    /// What was met so far.
    struct Counters
    {
        uint64_t octets{0};      //!< taken
        uint64_t startCodes{0};  //!< all
        uint64_t sequences{0};   //!< headers of sequences
        uint64_t groups{0};      //!< headers of groups
        uint64_t slices{0};      //!< of pictures
        uint64_t wrongTypes{0};  //!< pictures that are neither I nor P nor B
        uint64_t straySlices{0}; //!< slices in front of the first picture
    };

    /**
     * @brief Takes octets.
     * @param data octets @param n how many
     * @param runs gets the classes of those that are not held back, appended; neighbours of one
     * class and picture are one run
     */
    void Take(const uint8_t* data, std::size_t n, std::vector<MpegRun>& runs);

    /// The stream has ended. @param runs gets what was held back
    void Flush(std::vector<MpegRun>& runs);

    /// @return pictures whose headers were read since the last call; of the last one slices may
    /// follow
    std::vector<MpegPicture> TakePictures();

    /// @return pictures begun so far
    uint64_t GetPicture() const;

    /// @return the counters
    const Counters& GetCounters() const;

  private:
    /// Where the automaton is.
    enum State
    {
        HEADER,      //!< all octets are headers until the next start code
        CODE,        //!< the octet behind 00 00 01
        PICTURE_1,   //!< first octet of a picture header
        PICTURE_2,   //!< second one
        SLICE_FIRST, //!< first octet of a slice
        SLICE_DATA   //!< the others
    };

    /// Zeros that were held back begin no start code. @param runs see Take()
    void TakeZeros(std::vector<MpegRun>& runs);
    /// @param octet that does not belong to a prefix @param runs see Take()
    void TakeOctet(uint8_t octet, std::vector<MpegRun>& runs);
    /// @param code behind a prefix
    void Begin(uint8_t code);
    /// @param cls class @param octets how many @param runs see Take()
    void Emit(uint32_t cls, uint64_t octets, std::vector<MpegRun>& runs);
    /// @return class of octets in the present state
    uint32_t GetClass() const;

    State m_state{HEADER};               //!< where it is
    uint32_t m_zeros{0};                 //!< held back, 0 to 2
    uint32_t m_prefix{0};                //!< octets of a start code held back, 0 or 3
    uint32_t m_type{0};                  //!< of the present picture, 0: none
    uint64_t m_picture{0};               //!< pictures begun
    uint8_t m_first{0};                  //!< first octet of the picture header
    MpegPicture m_present;               //!< its header
    std::vector<MpegPicture> m_pictures; //!< see TakePictures
    Counters m_counters;                 //!< see GetCounters
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_ES_PARSER_H

// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * MPEG streams in SDUs of one class each, for AAL5+, and back.
 */
#ifndef MPEG_STREAM_CUTTER_H
#define MPEG_STREAM_CUTTER_H

#include "mpeg-es-parser.h"

#include "ns3/system-parity.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/// An SDU of one class.
struct MpegSdu
{
    uint32_t cls{0};             //!< 0 headers, else VideoFrameType: as ExClpTag has it
    std::vector<uint8_t> octets; //!< at most MpegStreamCutter::SDU, and 8 more for diagonals
    bool isDiagonals{false};     //!< parity of diagonals, as ExClpTag has it
};

/**
 * @ingroup hsn-traffic
 * @brief Cuts an MPEG elementary stream into SDUs of one class each, for an Aal5PlusAdaptation with
 * DataPduMode=PerClassPdu (Mehaoua, Boutaba and Pujolle, section 3.2, leave open how).
 *
 *     PER_PICTURE  The headers of a picture travel ahead of its data, in SDUs of SDU octets, filled
 *                  up with zeros: eight octets (number of the picture 16 bits, number of its first
 *                  SDU of data 24, place among its SDUs of headers 8, their count 8, 0), then
 *                  records: place in the picture, 24 bits, length, 8 bits, octets. The last record
 *                  has the size of the picture and a length of 0. MpegStreamJoiner puts them back.
 *                  With parity, each seven of them are followed by their sum, see
 *                  SystemParityEncoder. A picture waits until it is complete
 *     PER_RUN      Each run of headers is an SDU of its own, where it stands: no octets more, no
 *                  delay, but five cells for each four, since runs are short. Without parity
 */
class MpegStreamCutter
{
  public:
    /// How headers travel.
    enum SystemPdu
    {
        PER_PICTURE, //!< ahead of the data of their picture
        PER_RUN      //!< where they are
    };

    static constexpr uint32_t SDU = 376; //!< octets of an SDU: with AAL5's trailer eight cells

    /// Ends the program if it makes no sense. @param how headers travel @param hasParity whether
    /// sums are added
    explicit MpegStreamCutter(SystemPdu how = PER_PICTURE, bool hasParity = false);

    /**
     * @brief Adds a PDU of parity of wrapped diagonals to each parity PDU, from the next group on:
     * then two losses of a column can be repaired. A receiver needs no other setting.
     * @param isOn whether it does; ends the program without parity
     */
    void SetSecondMode(bool isOn);

    /// @param data octets of the stream @param n how many @param sdus gets SDUs, appended
    void Take(const uint8_t* data, std::size_t n, std::vector<MpegSdu>& sdus);

    /// The stream has ended. @param sdus gets the rest, appended
    void Flush(std::vector<MpegSdu>& sdus);

  private:
    /// @param runs of octets that are waiting @param sdus gets SDUs
    void Cut(const std::vector<MpegRun>& runs, std::vector<MpegSdu>& sdus);
    /// The picture is complete. @param sdus gets its SDUs
    void EndPicture(std::vector<MpegSdu>& sdus);
    /// @param sdus gets an SDU of headers, and parity
    /// @param octets of it, at most SDU; filled up
    void AddSystem(std::vector<MpegSdu>& sdus, std::vector<uint8_t> octets);

    SystemPdu m_how;                //!< see SystemPdu
    bool m_hasParity;               //!< sums are added
    MpegEsParser m_parser;          //!< tells classes
    std::vector<uint8_t> m_waiting; //!< octets whose class is not known
    uint64_t m_number{0};           //!< of the picture
    uint32_t m_firstData{0};        //!< number of its first SDU of data
    std::vector<MpegRun> m_runs;    //!< of the picture, or the last one
    std::vector<uint8_t> m_octets;  //!< of these
    SystemParityEncoder m_encoder;  //!< of SDUs of headers
};

/// A picture that an MpegStreamJoiner has put together.
struct MpegJoinedPicture
{
    /// Octets that are missing.
    struct Gap
    {
        uint32_t first; //!< the first one
        uint32_t count; //!< how many
    };

    uint32_t number{0};          //!< modulo 65536; 0 is in front of the first picture
    bool hasHeaders{false};      //!< they are all there; else there are no octets
    std::vector<uint8_t> octets; //!< zeros in gaps
    std::vector<Gap> gaps;       //!< in order
};

/**
 * @ingroup hsn-traffic
 * @brief Puts together what an MpegStreamCutter with PER_PICTURE has cut.
 *
 * Headers may come late, repaired by parity: a picture waits until headers of one WAIT pictures
 * later are there. Data may be missing in part, or as whole SDUs, fewer than 128 in a row.
 */
class MpegStreamJoiner
{
  public:
    static constexpr uint32_t WAIT = 16; //!< pictures, more than a group of parity has

    /// @param octets of an SDU of headers; what makes no sense is counted and dropped
    void TakeSystem(const std::vector<uint8_t>& octets);

    /**
     * @param sequence number of its PDU, modulo 128
     * @param octets of an SDU of data
     * @param gaps octets of it that are missing
     */
    void TakeData(uint8_t sequence,
                  const std::vector<uint8_t>& octets,
                  const std::vector<MpegJoinedPicture::Gap>& gaps);

    /// @param isAll whether none is waited for any more @return pictures in order, from the first
    /// one whose headers arrived; of others there are only numbers
    std::vector<MpegJoinedPicture> TakePictures(bool isAll);

    /// @return SDUs of headers that made no sense
    uint64_t GetMalformed() const;

  private:
    /// SDUs of headers of a picture.
    struct Headers
    {
        uint64_t firstData{0};                         //!< number of its first SDU of data
        uint32_t count{0};                             //!< of SDUs
        std::map<uint32_t, std::vector<uint8_t>> sdus; //!< by place
    };

    /// SDU of data.
    struct Data
    {
        std::vector<uint8_t> octets;              //!< zeros in gaps
        std::vector<MpegJoinedPicture::Gap> gaps; //!< in it
    };

    /// @param headers of a picture, complete @param picture gets its octets @return whether they
    /// make sense
    bool Join(const Headers& headers, MpegJoinedPicture& picture) const;

    std::map<uint64_t, Headers> m_headers; //!< by picture
    std::map<uint64_t, Data> m_data;       //!< by number
    int64_t m_last{-1};                    //!< picture whose headers came last, in order
    uint64_t m_expected{0};                //!< number of the next SDU of data
    uint64_t m_next{0};                    //!< picture that is next
    bool m_hasBegun{false};                //!< m_next is known
    bool m_hasReported{false};             //!< a picture was taken
    uint64_t m_malformed{0};               //!< SDUs
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_STREAM_CUTTER_H

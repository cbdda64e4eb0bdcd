// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_EX_CLP_CLASSIFIER_H
#define MPEG_EX_CLP_CLASSIFIER_H

#include "mpeg-pieces.h"
#include "mpeg-ts-parser.h"

#include "ns3/ex-clp-classifier.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Classes of the octets of an MPEG stream, by its start codes: headers, and data of I, P and
 * B pictures.
 *
 * The SDUs of a VC are successive parts of one stream: an elementary one, or with Format=Transport
 * a transport stream, of which each SDU has whole packets. In front of each, FrontOctets belong to
 * protocols between the stream and the VC, and count as headers. Zeros at the end of an SDU or a
 * packet that may begin a start code count as headers, too, and so does what is no packet.
 */
class MpegExClpClassifier : public ExClpClassifier
{
  public:
    /// Kinds of streams.
    enum Format
    {
        ELEMENTARY, //!< of one video
        TRANSPORT   //!< MPEG-2 transport stream
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    std::vector<ExClpRun> Classify(const AtmVc& vc, Ptr<const Packet> sdu) override;

  protected:
    void DoDispose() override;

  private:
    Format m_format{ELEMENTARY};                              //!< see Format
    uint32_t m_front{0};                                      //!< FrontOctets
    std::unordered_map<const AtmVc*, MpegPieces> m_streams;   //!< by VC
    std::unordered_map<const AtmVc*, MpegTsParser> m_packets; //!< by VC
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_EX_CLP_CLASSIFIER_H

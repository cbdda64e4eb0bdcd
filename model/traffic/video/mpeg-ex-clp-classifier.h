// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_EX_CLP_CLASSIFIER_H
#define MPEG_EX_CLP_CLASSIFIER_H

#include "mpeg-es-parser.h"

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
 * @brief Classes of the octets of an MPEG elementary stream, by its start codes: headers, and data
 * of I, P and B pictures.
 *
 * The SDUs of a VC are successive parts of one stream. In front of each, FrontOctets belong to
 * protocols between the stream and the VC, and count as headers. Zeros at the end of an SDU that
 * may begin a start code count as headers, too.
 */
class MpegExClpClassifier : public ExClpClassifier
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    std::vector<ExClpRun> Classify(const AtmVc& vc, Ptr<const Packet> sdu) override;

  protected:
    void DoDispose() override;

  private:
    /// The stream of a VC.
    struct Stream
    {
        MpegEsParser parser; //!< of it
        uint64_t held{0};    //!< octets that the parser held back at the end of the last SDU
    };

    uint32_t m_front{0};                                //!< FrontOctets
    std::unordered_map<const AtmVc*, Stream> m_streams; //!< by VC
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_EX_CLP_CLASSIFIER_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_MPEG_SOURCE_H
#define METS_MPEG_SOURCE_H

#include "mets-flow-scheduler.h"
#include "mets-header.h"

#include "ns3/callback.h"
#include "ns3/gop-model.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/video-trace.h"

#include <cstdint>
#include <istream>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief A layered MPEG video: a FlowScheduler dispatches pictures of a GopModel or of a trace
 * file; I pictures are the base layer, P and B pictures the enhancements.
 *
 * Pictures of layers above the present level are not sent. A level that is set takes effect where
 * the next group of pictures starts.
 */
class LayeredMpegSource : public Object
{
  public:
    /// Sends a picture: data, layer, whether a group of pictures starts.
    using Send = Callback<void, Ptr<Packet>, MetsLayer, bool>;

    /// @return the TypeId
    static TypeId GetTypeId();

    LayeredMpegSource();
    ~LayeredMpegSource() override;

    /// @param model of the pictures, in octets
    void SetModel(Ptr<GopModel> model);
    /**
     * @brief Takes the pictures of a trace instead of a model's, again and again.
     * @param in text of the trace; what is wrong with it ends the program with the number of the
     * line
     * @param format how it is written
     */
    void SetTrace(std::istream& in, const VideoTraceFormat& format);
    /// @param factor of each picture's size, or null; its mean should be 1
    void SetSizeFactor(Ptr<RandomVariableStream> factor);
    /// @param scheduler that dispatches pictures; its dispatch callback is set
    void SetScheduler(Ptr<FlowScheduler> scheduler);
    /// @param send takes the pictures
    void SetSend(Send send);

    /// @param level METS_NONE (base layer alone), METS_E1 or METS_E2, from the next group on
    void SetLevel(MetsLayer level);
    /// @return level at present
    MetsLayer GetLevel() const;

    /// @param skip pictures of the first group that are left out
    void Start(uint32_t skip = 0);
    /// Stops.
    void Stop();

    /// @return pictures sent
    uint64_t GetSent() const;
    /// @return pictures left out for their layer
    uint64_t GetLeftOut() const;

  protected:
    void DoDispose() override;

  private:
    /// @param frame number of the frame that is dispatched
    void Dispatch(uint64_t frame);

    /// @return the next picture
    VideoFrame Next();

    Ptr<GopModel> m_model;              //!< pictures
    std::vector<VideoFrame> m_trace;    //!< pictures instead of these, if there are some
    uint64_t m_inTrace{0};              //!< pictures taken from it
    Ptr<RandomVariableStream> m_factor; //!< of sizes, or null
    Ptr<FlowScheduler> m_scheduler;     //!< dispatches
    Send m_send;                        //!< takes pictures
    MetsLayer m_level{METS_E2};         //!< at present
    MetsLayer m_next{METS_E2};          //!< from the next group on
    uint64_t m_sent{0};                 //!< pictures
    uint64_t m_leftOut{0};              //!< pictures
};
} // namespace hsn
} // namespace ns3

#endif // METS_MPEG_SOURCE_H

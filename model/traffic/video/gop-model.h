// SPDX-License-Identifier: GPL-2.0-only
#ifndef GOP_MODEL_H
#define GOP_MODEL_H

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Kinds of pictures of an MPEG video (ISO 13818-2, picture_coding_type).
 */
enum VideoFrameType
{
    VIDEO_I = 1, //!< coded by itself
    VIDEO_P = 2, //!< predicted from the anchor (I or P) before it
    VIDEO_B = 3  //!< predicted from the anchors around it
};

/// @param type kind of picture @return "I", "P" or "B"
const char* ToString(VideoFrameType type);

/**
 * @ingroup hsn-traffic
 * @brief One coded picture.
 */
struct VideoFrame
{
    /// What stands for no picture in the references.
    static constexpr int64_t NONE = -1;

    uint64_t number{0};           //!< in coded order, from 0
    uint64_t gop{0};              //!< group of pictures that it belongs to
    uint32_t place{0};            //!< in that group, in coded order
    VideoFrameType type{VIDEO_I}; //!< kind
    int64_t before{NONE};         //!< number of the earlier picture that it is predicted from
    int64_t after{NONE};          //!< number of the other one, of B pictures
    double data{0};               //!< size of its picture data, in the model's unit
    double system{0};             //!< size of its headers, in the model's unit
};

/**
 * @ingroup hsn-traffic
 * @brief Sizes and dependencies of the pictures of a variable bit rate MPEG video.
 *
 * A group of GopSize pictures in coded order: I BB P BB P BB ..., an anchor at every
 * AnchorDistance-th place. Groups are open: the B pictures after an I picture also refer to the
 * last anchor of the group before. Sizes are lognormal: mean of the type, times a factor per group
 * whose logarithm is first-order autoregressive, times a factor per picture. This follows the
 * published models of MPEG video (Krunz and others); each factor has the mean 1. Headers have the
 * same size in each picture.
 *
 * The shares of I, P, B and of headers are given by Preset, or by SetShares():
 *
 *     PAPER_A  53, 29, 13, 5 %  Mehaoua, Boutaba and Pujolle, section 3.1
 *     PAPER_B  50, 30, 15, 5 %  the same, section 3.2
 *     TYPICAL  pictures of 5 : 3 : 1, and 5 % of headers
 *
 * The unit of size is the user's: MeanSize may be octets, cells or packets of one picture.
 */
class GopModel : public Object
{
  public:
    /// Known shares.
    enum Preset
    {
        PAPER_A, //!< 53, 29, 13 and 5 %
        PAPER_B, //!< 50, 30, 15 and 5 %
        TYPICAL  //!< pictures of 5 : 3 : 1
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    GopModel();
    ~GopModel() override;

    /**
     * @brief Other shares than those of Preset; ends the program unless they sum to 1.
     * @param i share of the I pictures' data, 0 to 1
     * @param p share of the P pictures' data
     * @param b share of the B pictures' data
     * @param system share of headers
     */
    void SetShares(double i, double p, double b, double system);

    /// @param type kind of picture @return share of its data in the whole stream
    double GetShare(VideoFrameType type) const;

    /// @return share of headers in the whole stream
    double GetSystemShare() const;

    /// @return pictures of a group
    uint32_t GetGopSize() const;

    /// @return pictures from one anchor to the next
    uint32_t GetAnchorDistance() const;

    /// @param place in a group, in coded order @return the kind of picture there
    VideoFrameType GetType(uint32_t place) const;

    /// @param type kind of picture @return how many a group has
    uint32_t GetCount(VideoFrameType type) const;

    /// @param type kind of picture @return the mean size of its data, in the unit of MeanSize
    double GetMean(VideoFrameType type) const;

    /// @return the next picture, in coded order
    VideoFrame Next();

    /**
     * @brief Draws pictures ahead.
     * @param gops number of groups
     * @param normalise whether all are scaled by one factor, so that their mean is MeanSize exactly
     * @return the pictures in coded order
     */
    std::vector<VideoFrame> Draw(uint32_t gops, bool normalise);

    /// @param stream first stream of its random variable @return streams used: 1
    int64_t AssignStreams(int64_t stream);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /// @param preset the shares
    void SetPreset(Preset preset);
    /// @return the shares
    Preset GetPreset() const;
    /// Ends the program if the attributes make no sense together.
    void Check() const;
    /// @param cov coefficient of variation @return a lognormal factor of mean 1
    double DrawFactor(double cov);

    Preset m_preset{PAPER_A};           //!< of the shares
    double m_shares[4];                 //!< of headers, I, P and B
    uint32_t m_gopSize{12};             //!< pictures
    uint32_t m_anchorDistance{3};       //!< pictures
    double m_meanSize{1};               //!< of a picture
    double m_gopCov{0.3};               //!< coefficient of variation of groups
    double m_gopCorrelation{0.8};       //!< of the logarithms of successive groups
    double m_frameCov{0.15};            //!< coefficient of variation of a type within a group
    uint64_t m_number{0};               //!< of the next picture
    double m_level{0};                  //!< state of the autoregression
    double m_gopFactor{1};              //!< of the present group
    Ptr<NormalRandomVariable> m_random; //!< standard normal
};
} // namespace hsn
} // namespace ns3

#endif // GOP_MODEL_H

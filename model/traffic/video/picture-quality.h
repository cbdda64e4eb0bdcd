// SPDX-License-Identifier: GPL-2.0-only
#ifndef PICTURE_QUALITY_H
#define PICTURE_QUALITY_H

#include "gop-model.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief What losses do to the pictures of a video: which are decodable, and a proxy of their PSNR.
 *
 * A picture is decodable if its own loss is at most a tolerance, and all pictures that it refers to
 * are decodable. The proxy takes the lost share x of a picture as the area that is replaced by
 * something wrong, of squared error CONCEALED, and lets errors of references pass on, weakened by
 * LEAK: E = x C + (1 - x) g E_ref. It knows nothing of the content: it orders, it does not measure.
 */
class PictureQuality
{
  public:
    static constexpr double CODING = 16.33;  //!< squared error without losses, 36 dB
    static constexpr double CONCEALED = 650; //!< squared error of a lost area
    static constexpr double LEAK = 0.95;     //!< of a reference's error

    /// Of one picture, in any unit.
    struct Loss
    {
        double data{0};       //!< picture data sent
        double lostData{0};   //!< picture data lost
        double system{0};     //!< headers sent
        double lostSystem{0}; //!< headers lost

        /// @return lost share: an area without its headers is lost, too
        double GetShare() const;
    };

    /// @param tolerance greatest own loss of a decodable picture, 0 to 1
    explicit PictureQuality(double tolerance);

    /**
     * @brief Adds the next picture in coded order; its references were added before, unknown ones
     * count as perfect.
     * @param frame the picture
     * @param loss what was lost of it
     */
    void Add(const VideoFrame& frame, const Loss& loss);

    /// @param number of a picture @return whether it is decodable
    bool IsDecodable(uint64_t number) const;

    /// @param number of a picture @return its PSNR by the proxy, dB
    double GetPsnr(uint64_t number) const;

    /// @param number of a picture @return squared error due to losses, by the proxy
    double GetDistortion(uint64_t number) const;

  private:
    /// What became of a picture.
    struct Picture
    {
        bool isDecodable; //!< it and its references
        double error;     //!< squared error due to losses
    };

    /// @param number of a picture, or VideoFrame::NONE @return what became of it
    Picture Find(int64_t number) const;

    double m_tolerance;              //!< greatest own loss
    std::vector<Picture> m_pictures; //!< by number
};
} // namespace hsn
} // namespace ns3

#endif // PICTURE_QUALITY_H

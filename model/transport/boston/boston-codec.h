// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_CODEC_H
#define HSN_BOSTON_CODEC_H

#include "boston-parameters.h"

#include "ns3/dispersal-code.h"

#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Disperses and rebuilds the segments of one direction of a connection.
 *
 * A DispersalCode keeps the matrix of the call before, so the usual case (first transmission,
 * nothing lost) has a code of its own.
 */
class BostonCodec
{
  public:
    /** @param parameters of the sender; Check() must be content with them */
    explicit BostonCodec(const BostonParameters& parameters);

    /**
     * @brief Computes coded cells.
     * @param segment cells of data, as many as needed, one after the other
     * @param needed how many
     * @param first index of the first coded cell
     * @param count how many to compute; indices go on with 0 after the last one there is
     * @param cells where to write them
     */
    void Disperse(const uint8_t* segment,
                  uint32_t needed,
                  uint32_t first,
                  uint32_t count,
                  uint8_t* cells);

    /**
     * @brief Rebuilds a segment.
     * @param indices of as many different coded cells as needed
     * @param cells they
     * @param segment where to write the data, resized as needed
     */
    void Rebuild(const std::vector<uint32_t>& indices,
                 const std::vector<uint8_t>& cells,
                 std::vector<uint8_t>& segment);

  private:
    /** @param needed cells of a segment @param usual whether nothing was lost @return a code */
    DispersalCode& Get(uint32_t needed, bool usual);

    BostonParameters m_parameters;                              //!< of the sender
    std::map<std::pair<uint32_t, bool>, DispersalCode> m_codes; //!< by arguments of Get
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_CODEC_H

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
 * A DispersalCode keeps the matrix of its last call, so each of the steps below has a code of its
 * own. After a loss, a segment is rebuilt in two steps: first the few that are missing of the first
 * m coded cells, then the segment from these m, by a matrix that never changes.
 */
class BostonCodec
{
  public:
    /** @param parameters of the sender, which pass Check() */
    explicit BostonCodec(const BostonParameters& parameters);

    /**
     * @brief Computes coded cells.
     * @param segment cells of data, one after the other
     * @param needed number of cells of data
     * @param first index of the first coded cell
     * @param count number of coded cells; after the last index comes 0
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
     * @param cells their contents, in the same order
     * @param segment where to write the data, resized as needed
     */
    void Rebuild(const std::vector<uint32_t>& indices,
                 const std::vector<uint8_t>& cells,
                 std::vector<uint8_t>& segment);

  private:
    /** @brief What a code is used for. */
    enum Step
    {
        FIRST,  //!< coded cells from the first on
        AGAIN,  //!< other ones
        REPAIR, //!< the first m coded cells from any m
        REBUILD //!< the segment from the first m coded cells
    };

    /** @param needed cells of a segment @param step to be done @return the code for it */
    DispersalCode& Get(uint32_t needed, Step step);

    BostonParameters m_parameters;                              //!< of the sender
    std::map<std::pair<uint32_t, Step>, DispersalCode> m_codes; //!< by arguments of Get
    std::vector<uint32_t> m_first;                              //!< 0, 1, ...
    std::vector<uint8_t> m_repaired;                            //!< the first m coded cells
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_CODEC_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_MAPPER_H
#define QOS_MAPPER_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief A flow of data units and how the levels below treat it.
struct QosUnits
{
    double perSecond{0};       //!< N: user data units a second, not negative
    double octets{0};          //!< S(u): octets of one, not negative
    double alpha{1};           //!< S(a) / S(u): below 1 with compression; above 0
    uint32_t dataPortion{0};   //!< Sd(n): octets of data that fit into a packet, at least 1
    uint32_t overhead{0};      //!< octets that a packet adds
    bool chargeFullLast{true}; //!< whether the last segment counts as a full one, as in the paper
};

/// @ingroup hsn-qos
/// @brief What QosUnits need at each level.
struct QosRates
{
    double user{0};        //!< R(u) = N S(u), bit/s
    double application{0}; //!< R(a) = N S(a), bit/s
    double network{0};     //!< R(n) = nu N S(n), or exactly, by chargeFullLast, bit/s
    double segments{0};    //!< nu = ceil(S(a) / Sd(n))
    double beta{0};        //!< S(n) / S(a)
};

/// @ingroup hsn-qos
/// @brief Maps user to application to network level (paper, mapping of rates).
class QosMapper
{
  public:
    /// @param units of a flow; aborts with name and limit if one is out of range @return rates
    static QosRates Map(const QosUnits& units);

    /**
     * @brief Hands a budget of delay down: user delay = codec + scheduling + network.
     * @param user ms @param codec ms @param scheduling ms; none may be negative
     * @return what is left for the network, ms; negative if nothing is
     */
    static double MapDelay(double user, double codec, double scheduling);
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MAPPER_H

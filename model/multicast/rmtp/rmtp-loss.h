// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_LOSS_H
#define RMTP_LOSS_H

#include "ns3/error-model.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief Loses packets of the message and answers, but not CONN, POLL, REL and what else a server
 * says, nor packets of other protocols: the losses that the paper's model has (appendix A).
 *
 * It reads IPv4 datagrams, as a SimpleNetDevice has them, without options, in which UDP carries
 * RMTP.
 */
class RmtpLoss : public ErrorModel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpLoss();
    ~RmtpLoss() override;

    /** @brief Fixes the random stream. @param stream number @return streams used */
    int64_t AssignStreams(int64_t stream);

    /** @param datagram of IPv4 without options @return whether it carries a PDU that the paper's
     * model loses: DATA or an answer */
    static bool IsExposed(Ptr<const Packet> datagram);

  private:
    // inherited from ErrorModel
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    double m_rate;                       //!< attribute
    Ptr<UniformRandomVariable> m_random; //!< decides
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_LOSS_H

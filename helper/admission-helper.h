// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_HELPER_H
#define ADMISSION_HELPER_H

#include "ns3/admission-control.h"
#include "ns3/admission-queue-meter.h"
#include "ns3/atm-helper.h"
#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"

#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Puts one admission control between calls and a link, whoever sets the calls up.
 */
class AdmissionHelper
{
  public:
    /// @param control asked for every call
    explicit AdmissionHelper(Ptr<AdmissionControl> control);

    /**
     * @brief A meter for a link with packets, for Start() of a control that measures.
     * @param queue at the link @param rate of the link for the data of packets
     * @param bound of the delay @param overhead octets of each packet that are not data
     * @return the meter
     */
    static Ptr<AdmissionQueueMeter> Watch(Ptr<QueueDisc> queue,
                                          DataRate rate,
                                          Time bound,
                                          uint32_t overhead = 28);

    /**
     * @brief Applications on these nodes that use "ns3::hsn::AdmissionSocketFactory" ask before
     * they send. Called again for a node, it changes what later sockets ask and declare.
     * @param nodes with an Internet stack
     * @param peakRate that their sockets declare. This and the next two may be changed later, as
     * may be what fails if a call is refused, by attributes of the nodes' factories
     * @param tokenRate that they declare; 0: the peak rate
     * @param bucket that they declare, bits
     */
    void InstallSockets(const NodeContainer& nodes,
                        DataRate peakRate,
                        DataRate tokenRate = DataRate(0),
                        double bucket = 0) const;

    /**
     * @brief Sets up a connection if its contract is admitted.
     * @param atm helper of the network @param a an AtmNetDevice @param b another
     * @param options what the connection asks for, with a contract for the forward direction, which
     * is the one that is asked for
     * @return the connection; nothing if it is refused, and then the network is as before
     *
     * It holds what it has declared until ReleasePvc() or the end of its first device.
     */
    std::optional<AtmPvc> ConnectPvc(const AtmHelper& atm,
                                     Ptr<NetDevice> a,
                                     Ptr<NetDevice> b,
                                     const AtmPvcOptions& options) const;

    /**
     * @brief Tells the control that has admitted a connection that it carries nothing any more.
     *
     * Switches keep its labels: it is permanent, and who sends on it in spite of that is not
     * accounted for. Ends the program with a message if no ConnectPvc() of an AdmissionHelper has
     * made the connection, or if it is released twice.
     * @param pvc the connection
     */
    static void ReleasePvc(const AtmPvc& pvc);

    /**
     * @brief What a contract declares.
     *
     * The peak rate is that of PCR; the token rate that of SCR, or of PCR if there is none; the
     * bucket is MBS cells less those that come meanwhile: (MBS - 1) (1 - T_PCR / T_SCR) cells, and
     * one. Cells have 424 bits.
     * @param contract valid @return the request
     */
    static AdmissionRequest MakeRequest(const AtmTrafficContract& contract);

  private:
    Ptr<AdmissionControl> m_control; //!< asked
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_HELPER_H

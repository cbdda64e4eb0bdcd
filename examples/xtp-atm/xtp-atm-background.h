// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_BACKGROUND_H
#define XTP_ATM_BACKGROUND_H

#include "xtp-atm-network.h"
#include "xtp-atm-options.h"

#include "ns3/event-times.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/json-object.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// The background traffic: cells of one source, on a virtual channel of their own.
class XtpAtmBackground
{
  public:
    /// @param options parameters @param pair where the cells enter and leave
    XtpAtmBackground(const XtpAtmOptions& options, const XtpAtmNetwork::Pair& pair);
    XtpAtmBackground(const XtpAtmBackground&) = delete;
    XtpAtmBackground& operator=(const XtpAtmBackground&) = delete;

    /// Starts the source.
    void Start();

    /// @param out gets what the source has sent
    void Report(JsonObject& out) const;

  private:
    /// Sends Poisson messages.
    void StartMessages();
    /// Sends while the source is on, and draws when it is on again.
    void TurnOn();
    /// @param message to be sent @return whether it was accepted
    bool SendMessage(Ptr<Packet> message);
    /// @param cells to be sent back to back, at the peak rate
    void SendCells(uint64_t cells);

    const XtpAtmOptions& m_o;
    XtpAtmNetwork::Pair m_pair;
    Ptr<GeometricRandomVariable> m_on;  //!< slots
    Ptr<GeometricRandomVariable> m_off; //!< slots
    EventTimes m_times;                 //!< of cells
    uint64_t m_slots{0};                //!< at which the source is on again
    uint64_t m_onSlots{0};              //!< so far
    uint64_t m_bursts{0};               //!< messages, or times that it was on
    uint64_t m_longest{0};              //!< cells of a burst
    uint64_t m_cells{0};                //!< in all bursts
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_BACKGROUND_H

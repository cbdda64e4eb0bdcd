// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_BACKGROUND_H
#define XTP_ATM_BACKGROUND_H

#include "xtp-atm-network.h"
#include "xtp-atm-options.h"

#include "ns3/cell-burst.h"
#include "ns3/cell-source-helper.h"
#include "ns3/event-times.h"
#include "ns3/json-object.h"
#include "ns3/nstime.h"
#include "ns3/sample-summary.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// The background traffic: cells of one source, on a virtual channel of their
/// own.
class XtpAtmBackground
{
  public:
    /// @param options parameters @param network gets the source
    XtpAtmBackground(const XtpAtmOptions& options, XtpAtmNetwork& network);
    XtpAtmBackground(const XtpAtmBackground&) = delete;
    XtpAtmBackground& operator=(const XtpAtmBackground&) = delete;

    /// @param out gets what the source has sent
    void Report(JsonObject& out) const;

  private:
    /// A message was drawn. @param cells its length
    void NoteMessage(Time, uint32_t cells);
    /// A period was drawn. @param isOn whether cells are sent @param slots its
    /// length
    void NotePeriod(bool isOn, Time, uint32_t slots);
    /// A cell leaves. @param cell the cell
    void NoteCell(const CellBurst& cell);

    const XtpAtmOptions& m_o;
    CellSourceConnection m_source;
    EventTimes m_times;       //!< of cells
    SampleSummary m_messages; //!< cells
    uint64_t m_onPeriods{0};  //!< drawn
    uint64_t m_onSlots{0};    //!< in them
    uint64_t m_slots{0};      //!< in all periods
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_BACKGROUND_H

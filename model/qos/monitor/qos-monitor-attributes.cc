// SPDX-License-Identifier: GPL-2.0-only
#include "qos-monitor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param tid gets a trace source @param name of it @param help what it is @param accessor to it
/// @return the same
TypeId
AddValueTrace(TypeId tid,
              const std::string& name,
              const std::string& help,
              Ptr<const TraceSourceAccessor> accessor)
{
    return tid.AddTraceSource(name, help, accessor, "ns3::hsn::QosMonitor::ValueTracedCallback");
}
} // namespace

TypeId
QosMonitor::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t =
            TypeId("ns3::hsn::QosMonitor")
                .SetParent<Object>()
                .SetGroupName("Hsn")
                .AddConstructor<QosMonitor>()
                .AddAttribute("Alpha",
                              "Window of the throughput; the status is unknown until a connection "
                              "is that old.",
                              TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                              TimeValue(Seconds(1)),
                              MakeTimeAccessor(&QosMonitor::m_alpha),
                              MakeTimeChecker(NanoSeconds(1)))
                .AddAttribute("DisplayInterval",
                              "Time between updates of all rows.",
                              TimeValue(Seconds(1)),
                              MakeTimeAccessor(&QosMonitor::m_interval),
                              MakeTimeChecker(NanoSeconds(1)))
                .AddAttribute("EventCost",
                              "Processor time of a record, with its context switch.",
                              TimeValue(Time(0)),
                              MakeTimeAccessor(&QosMonitor::m_eventCost),
                              MakeTimeChecker(Time(0)))
                .AddAttribute("GuiCost",
                              "Processor time of a drawing.",
                              TimeValue(Time(0)),
                              MakeTimeAccessor(&QosMonitor::m_guiCost),
                              MakeTimeChecker(Time(0)))
                .AddAttribute("Display",
                              "What is drawn: Nothing, changes of the Light, or Full: each record.",
                              EnumValue(QosMonitor::NOTHING),
                              MakeHsnEnumAccessor(&QosMonitor::m_display),
                              MakeEnumChecker(QosMonitor::NOTHING,
                                              "Nothing",
                                              QosMonitor::LIGHT,
                                              "Light",
                                              QosMonitor::FULL,
                                              "Full"))
                .AddAttribute("HoldTime",
                              "Time for which the rows of a closed connection are kept.",
                              TimeValue(Seconds(60)),
                              MakeTimeAccessor(&QosMonitor::m_hold),
                              MakeTimeChecker(Time(0)))
                .AddAttribute("GreenLimit",
                              "Variation from which on the light is yellow.",
                              TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                              DoubleValue(0.05),
                              MakeDoubleAccessor(&QosMonitor::m_green),
                              MakeDoubleChecker<double>())
                .AddAttribute("RedLimit",
                              "Variation above which the light is red.",
                              TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                              DoubleValue(0.15),
                              MakeDoubleAccessor(&QosMonitor::m_red),
                              MakeDoubleChecker<double>())
                .AddAttribute("Sided",
                              "Variations that count: Both, or only Bad ones.",
                              EnumValue(QosMonitor::BOTH),
                              MakeHsnEnumAccessor(&QosMonitor::m_sided),
                              MakeEnumChecker(QosMonitor::BOTH, "Both", QosMonitor::BAD, "Bad"))
                .AddAttribute(
                    "ErrorReference",
                    "What errors are counted up to: what was sent AtRequest, or Now.",
                    EnumValue(QosMonitor::AT_REQUEST),
                    MakeHsnEnumAccessor(&QosMonitor::m_reference),
                    MakeEnumChecker(QosMonitor::AT_REQUEST, "AtRequest", QosMonitor::NOW, "Now"))
                .AddAttribute("CountOnce",
                              "Whether a byte that several reports miss counts once.",
                              BooleanValue(true),
                              MakeBooleanAccessor(&QosMonitor::m_countOnce),
                              MakeBooleanChecker())
                .AddAttribute("SignalYellow",
                              "Whether Alarm tells of yellow, too.",
                              BooleanValue(false),
                              MakeBooleanAccessor(&QosMonitor::m_signalYellow),
                              MakeBooleanChecker())
                .AddAttribute("Batch",
                              "Whether records wait for the next DisplayInterval, or until the "
                              "FIFO is half full; without a task only.",
                              TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                              BooleanValue(false),
                              MakeBooleanAccessor(&QosMonitor::m_batch),
                              MakeBooleanChecker())
                .AddAttribute(
                    "Timer",
                    "Whether an event ends each DisplayInterval. Otherwise Advance() must "
                    "be called.",
                    TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                    BooleanValue(true),
                    MakeBooleanAccessor(&QosMonitor::m_timer),
                    MakeBooleanChecker())
                .AddTraceSource("Status",
                                "The status of a row changes: row, before, now.",
                                MakeTraceSourceAccessor(&QosMonitor::m_statusTrace),
                                "ns3::hsn::QosMonitor::StatusTracedCallback")
                .AddTraceSource("Alarm",
                                "A row becomes red, or is no longer.",
                                MakeTraceSourceAccessor(&QosMonitor::m_alarmTrace),
                                "ns3::hsn::QosMonitor::StatusTracedCallback")
                .AddTraceSource("Remove",
                                "A row is forgotten.",
                                MakeTraceSourceAccessor(&QosMonitor::m_removeTrace),
                                "ns3::hsn::QosMonitor::RowTracedCallback")
                .AddTraceSource("Wakeup",
                                "The request line wakes the monitor.",
                                MakeTraceSourceAccessor(&QosMonitor::m_wakeupTrace),
                                "ns3::TracedCallback::Empty")
                .AddTraceSource("Draw",
                                "Something is drawn, at GuiCost.",
                                MakeTraceSourceAccessor(&QosMonitor::m_displayTrace),
                                "ns3::TracedCallback::Empty")
                .AddTraceSource(
                    "Collect",
                    "Rows are about to be brought up to date: adapters tell their sums.",
                    MakeTraceSourceAccessor(&QosMonitor::m_collectTrace),
                    "ns3::TracedCallback::Empty")
                .AddTraceSource("Update",
                                "All rows were brought up to date, at a DisplayInterval.",
                                MakeTraceSourceAccessor(&QosMonitor::m_updateTrace),
                                "ns3::TracedCallback::Empty")
                .AddTraceSource("Reject",
                                "A record is refused: it, and why.",
                                MakeTraceSourceAccessor(&QosMonitor::m_rejectTrace),
                                "ns3::hsn::QosMonitor::RejectTracedCallback");
        t = AddValueTrace(t,
                          "Throughput",
                          "Throughput of a row, bit/s.",
                          MakeTraceSourceAccessor(&QosMonitor::m_throughputTrace));
        t = AddValueTrace(t,
                          "Rtt",
                          "A round trip, s.",
                          MakeTraceSourceAccessor(&QosMonitor::m_rttTrace));
        t = AddValueTrace(t,
                          "Delay",
                          "Half of a round trip, s.",
                          MakeTraceSourceAccessor(&QosMonitor::m_delayTrace));
        t = AddValueTrace(t,
                          "Jitter",
                          "Jitter of the delay, s, if the contract has it.",
                          MakeTraceSourceAccessor(&QosMonitor::m_jitterTrace));
        t = AddValueTrace(t,
                          "Errors",
                          "Bits of errors of a report, as they are counted.",
                          MakeTraceSourceAccessor(&QosMonitor::m_errorsTrace));
        return AddValueTrace(t,
                             "RawErrors",
                             "Bits of errors of a report, each byte in each report.",
                             MakeTraceSourceAccessor(&QosMonitor::m_rawErrorsTrace));
    }();
    return tid;
}
} // namespace hsn
} // namespace ns3

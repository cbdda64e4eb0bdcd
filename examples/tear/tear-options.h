// SPDX-License-Identifier: GPL-2.0-only
#ifndef TEAR_OPTIONS_H
#define TEAR_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Options of the program.
struct TearOptions
{
    std::string path{"internet"};                //!< internet, is95b, is95c or is95c-bulk
    uint32_t hour{10};                           //!< of is95c-bulk
    uint32_t tcp{0};                             //!< flows
    uint32_t tear{0};                            //!< flows
    uint32_t tfrc{0};                            //!< flows
    double duration{150};                        //!< s
    double tcpStop{0};                           //!< s; 0: never
    double spread{1};                            //!< s in which flows start
    double bin{1};                               //!< s
    uint32_t packet{540};                        //!< IP packets, bytes
    DataRate rate{300000};                       //!< of the Internet path
    DataRate laterRate{0};                       //!< from the middle of the run on; 0: the same
    uint32_t buffer{25};                         //!< of the Internet path, packets
    double rtt{220};                             //!< of the Internet path, ms
    DataRate crossTraffic{20000};                //!< of the Internet path, mean
    double loss{0};                              //!< of the Internet path, share of its packets
    std::string tcpVariant{"ns3::TcpLinuxReno"}; //!< congestion control
    bool sack{true};                             //!< of TCP
    double r1{0};                                //!< ms; 0: that of the preset
    double r2{0};                                //!< ms; 0: that of the preset
    double minWindow{0};                         //!< packets; 0: that of the preset
    std::string epochs{"preset"};                //!< preset, or what ends them: cuts, rounds
    std::string roundSample{"LastCwnd"};         //!< or EndCwnd
    std::string rttSource{"preset"};             //!< preset, Sender or Receiver
    uint32_t bytes{0};                           //!< of a bulk transfer; 0: flows do not end
    uint32_t transfers{1};                       //!< one after the other
    double gap{30};                              //!< s between them
    double patience{2000};                       //!< s for a transfer

    /// @param options get these
    void AddTo(ProgramOptions& options);
    /// @param options that were parsed; ends the program if they contradict each other
    void Check(const ProgramOptions& options) const;

    /// @return whether the path is a radio link
    bool IsWireless() const
    {
        return path != "internet";
    }
};
} // namespace hsn
} // namespace ns3

#endif // TEAR_OPTIONS_H

// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Names of the transports that ns-3's applications for streams can use.
 */
#ifndef TRANSPORT_FACTORIES_H
#define TRANSPORT_FACTORIES_H

#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/program-options.h"
#include "ns3/snr-socket-factory.h"
#include "ns3/sstp-socket-factory.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/tfrc-socket-factory.h"
#include "ns3/xtp-socket.h"

#include <string>

/// Values of an option, and the factories that they stand for.
inline const ns3::hsn::NamedValues<std::string> TRANSPORTS{
    {"tcp", "ns3::hsn::IndexedTcpSocketFactory"},
    {"xtp", "ns3::hsn::XtpSocketFactory"},
    {"sstp", "ns3::hsn::SstpSocketFactory"},
    {"snr", "ns3::hsn::SnrSocketFactory"},
    {"tear", "ns3::hsn::TearStreamSocketFactory"},
    {"tfrc", "ns3::hsn::TfrcSocketFactory"},
    {"poc", "ns3::hsn::MmPocSocketFactory"}};

#endif // TRANSPORT_FACTORIES_H

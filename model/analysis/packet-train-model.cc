// SPDX-License-Identifier: GPL-2.0-only
#include "packet-train-model.h"

#include "model-argument.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Bytes of TCP and IP headers. */
constexpr uint32_t HEADERS = 40;

/**
 * @brief Throws unless a contract makes sense.
 * @tparam T type of times
 * @param tPcr T_PCR
 * @param tScr T_SCR
 * @param mbs MBS
 */
template <typename T>
void
RequireContract(T tPcr, T tScr, uint32_t mbs)
{
    RequireArgument(tPcr > 0, "T_PCR", tPcr, "greater than 0");
    RequireArgument(tScr >= tPcr, "T_SCR", tScr, "at least T_PCR");
    RequireArgument(mbs >= 1, "MBS", mbs, "at least 1");
}

/**
 * @brief Quotient rounded down.
 * @param dividend not negative
 * @param divisor greater than 0
 * @return the quotient
 */
int64_t
FloorDivide(int64_t dividend, int64_t divisor)
{
    return dividend / divisor;
}

/**
 * @brief Quotient rounded down.
 * @param dividend not negative
 * @param divisor greater than 0
 * @return the quotient, UNLIMITED if it does not fit
 */
int64_t
FloorDivide(double dividend, double divisor)
{
    const double quotient = std::floor(dividend / divisor);
    return quotient < 9e18 ? static_cast<int64_t>(quotient) : PacketTrainModel::UNLIMITED - 1;
}

/** @copydoc PacketTrainModel::GetScrLimitNs() @tparam T type of times */
template <typename T>
T
ScrLimit(T tPcr, T tScr, uint32_t mbs)
{
    RequireContract(tPcr, tScr, mbs);
    return static_cast<T>(mbs - 1) * (tScr - tPcr);
}

/** @copydoc PacketTrainModel::TrainConformsNs() @tparam T type of times */
template <typename T>
bool
Conforms(uint32_t pdus, uint32_t cells, T idle, T tPcr, T tScr, T scrLimit)
{
    RequireContract(tPcr, tScr, 1);
    RequireArgument(idle >= 0, "I_p", idle, "at least 0");
    RequireArgument(scrLimit >= 0, "tau_SCR", scrLimit, "at least 0");
    const T c = static_cast<T>(cells);
    for (uint32_t pdu = 0; pdu < pdus; pdu++)
    {
        const T k = static_cast<T>(pdu);
        for (uint32_t cell = 0; cell < cells; cell++)
        {
            const T j = static_cast<T>(cell);
            if ((k * c + j) * tScr > k * (c * tPcr + idle) + j * tPcr + scrLimit)
            {
                return false;
            }
        }
    }
    return true;
}

/** @copydoc PacketTrainModel::GetMaxPdusNs() @tparam T type of times */
template <typename T>
int64_t
MaxPdus(uint32_t cells, T interSdu, T tPcr, T tScr, uint32_t mbs)
{
    const T scrLimit = ScrLimit(tPcr, tScr, mbs);
    RequireArgument(cells >= 1, "c", cells, "at least 1");
    const T c = static_cast<T>(cells);
    RequireArgument(interSdu >= c * tPcr, "I_g", interSdu, "at least c T_PCR");
    const T credit = scrLimit - (c - 1) * (tScr - tPcr);
    if (credit < 0)
    {
        return 0;
    }
    const T perPdu = c * tScr - interSdu;
    if (perPdu <= 0)
    {
        return PacketTrainModel::UNLIMITED;
    }
    return 1 + FloorDivide(credit, perPdu);
}

/** @copydoc PacketTrainModel::GetMaxCellsNs() @tparam T type of times */
template <typename T>
int64_t
MaxCells(T uniIdle, T tPcr, T tScr, uint32_t mbs)
{
    const T credit = std::min(uniIdle - tScr, ScrLimit(tPcr, tScr, mbs));
    RequireArgument(uniIdle >= 0, "I_p'", uniIdle, "at least 0");
    if (credit < 0)
    {
        return 0;
    }
    if (tScr == tPcr)
    {
        return PacketTrainModel::UNLIMITED;
    }
    return 1 + FloorDivide(credit, tScr - tPcr);
}

/** @copydoc PacketTrainModel::GetMinIdleNs() @tparam T type of times */
template <typename T>
T
MinIdle(uint32_t cells, T tPcr, T tScr)
{
    RequireContract(tPcr, tScr, 1);
    RequireArgument(cells >= 1, "c", cells, "at least 1");
    return static_cast<T>(cells) * (tScr - tPcr);
}
} // namespace

constexpr int64_t PacketTrainModel::UNLIMITED;
constexpr uint32_t PacketTrainModel::MAX_PDU;

std::string
PacketTrainModel::CheckMtu(uint32_t mtu)
{
    std::ostringstream text;
    if (mtu <= HEADERS)
    {
        text << "MTU = " << mtu << " bytes must be greater than " << HEADERS
             << ", the TCP and IP headers";
    }
    else if (mtu > MAX_PDU - 8)
    {
        text << "MTU = " << mtu << " bytes must be at most " << MAX_PDU - 8
             << ": with AAL5's trailer of 8 it exceeds " << MAX_PDU;
    }
    return text.str();
}

uint32_t
PacketTrainModel::GetCells(uint32_t sdu)
{
    RequireArgument(sdu <= MAX_PDU - 8, "SDU", sdu, "at most 65527 bytes");
    return (sdu + 8 + 47) / 48;
}

uint32_t
PacketTrainModel::GetMss(uint32_t mtu)
{
    const std::string error = CheckMtu(mtu);
    if (!error.empty())
    {
        throw std::invalid_argument(error);
    }
    return mtu - HEADERS;
}

uint32_t
PacketTrainModel::GetWindowSegments(uint32_t window, uint32_t mtu)
{
    return window / GetMss(mtu);
}

uint64_t
PacketTrainModel::GetTransferSegments(uint64_t bytes, uint32_t mtu)
{
    const uint64_t mss = GetMss(mtu);
    return bytes / mss + (bytes % mss != 0 ? 1 : 0);
}

uint64_t
PacketTrainModel::GetTransferCells(uint64_t bytes, uint32_t mtu)
{
    const uint64_t mss = GetMss(mtu);
    const auto rest = static_cast<uint32_t>(bytes % mss);
    return bytes / mss * GetCells(mtu) + (rest != 0 ? GetCells(rest + HEADERS) : 0);
}

double
PacketTrainModel::GetInterSduTime(uint32_t mtu)
{
    return 600.0 + (900.0 - 600.0) / (9188.0 - 4832.0) * (static_cast<double>(mtu) - 4832.0);
}

int64_t
PacketTrainModel::GetIdleNs(int64_t interSdu, uint32_t cells, int64_t period)
{
    return interSdu - static_cast<int64_t>(cells) * period;
}

double
PacketTrainModel::GetIdle(double interSdu, uint32_t cells, double period)
{
    return interSdu - cells * period;
}

double
PacketTrainModel::GetRawThroughput(uint32_t cells, double interSdu)
{
    RequireArgument(interSdu > 0, "I_g", interSdu, "greater than 0");
    return 424.0 * cells / interSdu;
}

int64_t
PacketTrainModel::GetScrLimitNs(int64_t tPcr, int64_t tScr, uint32_t mbs)
{
    return ScrLimit(tPcr, tScr, mbs);
}

double
PacketTrainModel::GetScrLimit(double tPcr, double tScr, uint32_t mbs)
{
    return ScrLimit(tPcr, tScr, mbs);
}

bool
PacketTrainModel::TrainConformsNs(uint32_t pdus,
                                  uint32_t cells,
                                  int64_t idle,
                                  int64_t tPcr,
                                  int64_t tScr,
                                  int64_t scrLimit)
{
    return Conforms(pdus, cells, idle, tPcr, tScr, scrLimit);
}

bool
PacketTrainModel::TrainConforms(uint32_t pdus,
                                uint32_t cells,
                                double idle,
                                double tPcr,
                                double tScr,
                                double scrLimit)
{
    return Conforms(pdus, cells, idle, tPcr, tScr, scrLimit);
}

int64_t
PacketTrainModel::GetMaxPdusNs(uint32_t cells,
                               int64_t interSdu,
                               int64_t tPcr,
                               int64_t tScr,
                               uint32_t mbs)
{
    return MaxPdus(cells, interSdu, tPcr, tScr, mbs);
}

int64_t
PacketTrainModel::GetMaxPdus(uint32_t cells,
                             double interSdu,
                             double tPcr,
                             double tScr,
                             uint32_t mbs)
{
    return MaxPdus(cells, interSdu, tPcr, tScr, mbs);
}

int64_t
PacketTrainModel::GetMaxCellsNs(int64_t uniIdle, int64_t tPcr, int64_t tScr, uint32_t mbs)
{
    return MaxCells(uniIdle, tPcr, tScr, mbs);
}

int64_t
PacketTrainModel::GetMaxCells(double uniIdle, double tPcr, double tScr, uint32_t mbs)
{
    return MaxCells(uniIdle, tPcr, tScr, mbs);
}

int64_t
PacketTrainModel::GetMinIdleNs(uint32_t cells, int64_t tPcr, int64_t tScr)
{
    return MinIdle(cells, tPcr, tScr);
}

double
PacketTrainModel::GetMinIdle(uint32_t cells, double tPcr, double tScr)
{
    return MinIdle(cells, tPcr, tScr);
}

int64_t
PacketTrainModel::GetMinUniIdleNs(uint32_t cells, int64_t tPcr, int64_t tScr)
{
    return MinIdle(cells, tPcr, tScr) + tPcr;
}

double
PacketTrainModel::GetMinUniIdle(uint32_t cells, double tPcr, double tScr)
{
    return MinIdle(cells, tPcr, tScr) + tPcr;
}

double
PacketTrainModel::GetMaxPayload(uint32_t mtu, double tScr)
{
    RequireArgument(tScr > 0, "T_SCR", tScr, "greater than 0");
    return 8.0 * GetMss(mtu) / (GetCells(mtu) * tScr);
}

double
PacketTrainModel::GetTransferBound(uint64_t bytes,
                                   uint32_t mtu,
                                   double tPcr,
                                   double tScr,
                                   uint32_t mbs)
{
    const auto cells = static_cast<double>(GetTransferCells(bytes, mtu));
    const double time = std::max(cells * tScr - ScrLimit(tPcr, tScr, mbs), cells * tPcr);
    return time > 0 ? 8.0 * static_cast<double>(bytes) / time : 0;
}

double
PacketTrainModel::GetAcceptedShare(double spacing, double tScr)
{
    RequireArgument(spacing > 0, "cell spacing", spacing, "greater than 0");
    RequireArgument(tScr > 0, "T_SCR", tScr, "greater than 0");
    return std::min(1.0, spacing / tScr);
}

double
PacketTrainModel::GetCycleThroughput(int64_t pdus, uint32_t mtu, double idle)
{
    RequireArgument(idle > 0, "idle time", idle, "greater than 0");
    RequireArgument(pdus >= 0, "p_max", pdus, "at least 0");
    return 8.0 * static_cast<double>(pdus) * GetMss(mtu) / idle;
}
} // namespace hsn
} // namespace ns3

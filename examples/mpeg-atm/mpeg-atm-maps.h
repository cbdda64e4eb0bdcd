// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is where: the octets of PDUs, and the cells of a matrix before and after its repair
 * (mpeg-atm).
 */
#ifndef MPEG_ATM_MAPS_H
#define MPEG_ATM_MAPS_H

#include "ns3/json-object.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Sends the pictures of one group, of 1.5 Mbit/s, as two packets of the transport stream in
 * a PDU, and as PDUs of AAL5+ with one class each.
 * @param out gets the two PDUs of either kind that are drawn: "ts_" the one in which the I picture
 * begins, and the first one with octets of a B picture; "plus_" the first System PDU of that B
 * picture, and its last Data PDU. Of each "pdus" has a letter per octet: S, I, P, B; in System PDUs
 * l, numbers in front of the records, r, place and length of a record, 0, what fills the PDU up; of
 * the trailer ., PAD, u, user-to-user octet, t, the rest. "cells" has the class in the header of
 * each cell, "uu" the user-to-user octet
 */
void ReportOctets(JsonObject& out);

/**
 * @brief Sends a group of seven System PDUs and one of parity through a burst of losses.
 * @param out gets a name and 64 letters for each run: "matrix_before" . for cells that arrive, x
 * for lost ones; "matrix_after" . for cells that are handed up, r for those of them that were lost,
 * x for those that are missing still, d for those that arrived in vain, p for parity
 */
void ReportMatrix(JsonObject& out);
} // namespace hsn
} // namespace ns3

#endif // MPEG_ATM_MAPS_H

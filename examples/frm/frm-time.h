// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_EXAMPLE_FRM_TIME_H
#define HSN_EXAMPLE_FRM_TIME_H

#include "ns3/nstime.h"

/// @param milliseconds a time in ms @return the time
inline ns3::Time
Milli(double milliseconds)
{
    return ns3::Seconds(milliseconds / 1000);
}

#endif // HSN_EXAMPLE_FRM_TIME_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_EXAMPLE_MM_POC_ORDERS_H
#define HSN_EXAMPLE_MM_POC_ORDERS_H

#include <map>
#include <string>

/// @return the partial orders of two media by name: medium 0 has two SDUs where medium 1 has one
inline const std::map<std::string, std::string>&
MmPocOrders()
{
    static const std::map<std::string, std::string> orders{
        // figure 7: an inter-stream transition every 80 ms
        {"barrier", "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1"},
        // the same every 160 ms, where the figure's time axis ends
        {"barrier-160",
         "period 4 2; 0.0 after 0.3-1 1.1-1; 0.1 after 0.0; 0.2 after 0.1; 0.3 after 0.2;"
         "1.0 after 1.1-1 0.3-1; 1.1 after 1.0"},
        // only flow 1 waits for flow 2
        {"one-way", "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1"},
        {"chains", "period 2 1; 0.0 after 0.1-1; 0.1 after 0.0; 1.0 after 1.0-1"},
        {"total", "period 2 1; 0.0 after 0.1-1; 1.0 after 0.0; 0.1 after 1.0"},
        {"empty", "period 2 1"},
        // figure 1 has four media with intra-medium and inter-media synchronisation: an example
        {"figure1",
         "finite 2 1 2 1; 0.1 after 0.0; 1.0 after 0.0; 2.0 after 0.0; 2.1 after 2.0 1.0;"
         "3.0 after 0.1 2.1"},
    };
    return orders;
}

#endif // HSN_EXAMPLE_MM_POC_ORDERS_H

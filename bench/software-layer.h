// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Finds the part of hsn or ns-3 that a function belongs to, by the name of the function.
 */
#ifndef HSN_SOFTWARE_LAYER_H
#define HSN_SOFTWARE_LAYER_H

#include <cstddef>
#include <string>

namespace ns3
{
namespace hsn
{
/// Parts of the software.
enum class SoftwareLayer
{
    ATM,       //!< hsn's ATM layers: cells, links, switches, devices, AAL5, policing, shaping
    BOSTON,    //!< TCP Boston's adaptation layer and dispersal code
    TRANSPORT, //!< TCP and applications, hsn's and ns-3's
    INTERNET,  //!< ns-3's IP, ARP, traffic control, nodes
    SOURCE,    //!< sources of background traffic
    PACKETS,   //!< ns-3's packets: a service for the other parts
    SCHEDULER, //!< ns-3's simulator and events: a service for the other parts
    CORE,      //!< the rest of ns-3: a service for the other parts
    OTHER      //!< C and C++ libraries, free functions, unknown names
};

constexpr std::size_t SOFTWARE_LAYERS = 9; //!< how many there are

/// @param layer one @return its name in the output
std::string GetName(SoftwareLayer layer);

/// @param layer one @return whether it is a part of hsn or ns-3
inline bool
IsKnown(SoftwareLayer layer)
{
    return layer != SoftwareLayer::OTHER;
}

/// @param layer one @return whether its work is on its own account, not a service for another part
inline bool
IsResponsible(SoftwareLayer layer)
{
    return layer < SoftwareLayer::PACKETS;
}

/// @param plainName as GetPlainName makes it @return whether the function executes events of all
/// parts
bool IsEventLoop(const std::string& plainName);

/**
 * @param function demangled name, with parameters
 * @return the name without parameters, template arguments and result
 */
std::string GetPlainName(const std::string& function);

/// @param plainName as GetPlainName makes it @return where it belongs
SoftwareLayer FindLayer(const std::string& plainName);
} // namespace hsn
} // namespace ns3

#endif // HSN_SOFTWARE_LAYER_H

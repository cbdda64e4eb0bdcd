// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * To which part of hsn and ns-3 does a function belong? By its name.
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
    SOURCE,    //!< background traffic: the benchmark itself
    PACKETS,   //!< ns-3's packets: they work for others
    SCHEDULER, //!< ns-3's simulator and events: they work for others
    CORE,      //!< the rest of ns-3: it works for others
    OTHER      //!< C and C++ libraries, functions of no class or name: they work for others
};

constexpr std::size_t SOFTWARE_LAYERS = 9; //!< how many there are

/// @param layer one @return its name in the output
std::string GetName(SoftwareLayer layer);

/// @param layer one @return whether it is a part of hsn or ns-3, or uses them
inline bool
IsKnown(SoftwareLayer layer)
{
    return layer != SoftwareLayer::OTHER;
}

/// @param layer one @return whether it does what it does on its own account
inline bool
IsResponsible(SoftwareLayer layer)
{
    return layer < SoftwareLayer::PACKETS;
}

/// @param plainName as GetPlainName makes it @return whether that calls events, anybody's
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

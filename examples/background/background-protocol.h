// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_PROTOCOL_H
#define BACKGROUND_PROTOCOL_H

#include "ns3/node.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The congestion controls that the program knows, by short names.
class BackgroundProtocol
{
  public:
    /// @return all names: those of the paper's variants, then ns-3's own
    static std::vector<std::string> GetNames();

    /// @param name one of GetNames() @return the TypeId's name
    static const std::string& GetType(const std::string& name);

    /**
     * @param node with TCP, whose sockets use it from now on
     * @param name one of GetNames()
     * @param isLinux whether recoveries have the bounds that they had in Linux, else one for all
     */
    static void Use(Ptr<Node> node, const std::string& name, bool isLinux);
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_PROTOCOL_H

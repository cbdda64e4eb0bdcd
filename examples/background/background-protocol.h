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

    /// @param node with TCP, whose sockets use it from now on @param name one of GetNames()
    static void Use(Ptr<Node> node, const std::string& name);
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_PROTOCOL_H

// SPDX-License-Identifier: GPL-2.0-only
#include "cell-source-helper.h"

#include "ns3/abort.h"
#include "ns3/atm-switch.h"

namespace ns3
{
namespace hsn
{
CellSourceHelper::CellSourceHelper(const std::string& type)
{
    TypeId tid;
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(type, &tid) &&
                            tid.IsChildOf(AtmCellSource::GetTypeId()),
                        "'" << type << "' is no class derived from ns3::hsn::AtmCellSource");
    m_factory.SetTypeId(tid);
}

void
CellSourceHelper::Set(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

CellSourceConnection
CellSourceHelper::Install(const AtmHelper& atm,
                          Ptr<Node> host,
                          Ptr<Node> b,
                          Ptr<NetDevice> sink,
                          const AtmPvcOptions& options) const
{
    NS_ABORT_MSG_IF(host->GetObject<AtmSwitch>(),
                    "a source of cells on node " << host->GetId() << ", which is a switch");
    atm.CheckSource(b, sink, options); // no link is left without a connection
    CellSourceConnection connection;
    connection.source = m_factory.Create<AtmCellSource>();
    connection.port = atm.InstallSourcePort(host, b).Get(0);
    const auto pvc = atm.ConnectSource(connection.source, connection.port, sink, options);
    connection.sink = pvc.leaves[0];
    connection.upc = pvc.forwardUpc;
    return connection;
}

int64_t
CellSourceHelper::AssignStreams(const std::vector<CellSourceConnection>& connections,
                                int64_t stream)
{
    int64_t next = stream;
    for (const auto& connection : connections)
    {
        next += connection.source->AssignStreams(next);
    }
    return next - stream;
}
} // namespace hsn
} // namespace ns3

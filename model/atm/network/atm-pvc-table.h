// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_PVC_TABLE_H
#define ATM_PVC_TABLE_H

#include "atm-vc.h"

#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief The permanent virtual channels of an AtmNetDevice: which one has a label, which one leads
 * to an address.
 */
class AtmPvcTable
{
  public:
    /**
     * @brief Aborts if a label is taken or out of range.
     * @param id the label
     */
    void Check(AtmVcId id) const;

    /**
     * @brief Adds a VC.
     * @param vc the VC; aborts if its label is taken or out of range
     */
    void Add(Ptr<AtmVc> vc);

    /// @return all VCs, in order of addition
    const std::vector<Ptr<AtmVc>>& GetAll() const
    {
        return m_vcs;
    }

    /// @param id label @return the VC, or null
    AtmVc* Find(AtmVcId id) const
    {
        const auto it = m_byId.find(id.Key());
        return it == m_byId.end() ? nullptr : it->second;
    }

    /// @param to address of the far end @param protocol EtherType @return the VC, or null
    AtmVc* FindTo(const Mac48Address& to, uint16_t protocol) const;

    /// @param nextHop IPv4 address @param vc leads there, whatever is known of its far end
    void SetNextHop(Ipv4Address nextHop, AtmVc* vc);

    /**
     * @param nextHop IPv4 address
     * @return the VC that leads there, or null: the one set for it; the one whose far end has the
     *         address; the only one, if the addresses of its far end are not known
     */
    AtmVc* FindNextHop(Ipv4Address nextHop) const;

    /// @param vc a VC @return address by which FindTo() finds this one, and no other to the same
    /// end
    Mac48Address GetAddressOf(const AtmVc& vc) const;

    /// Disposes of all VCs.
    void Dispose();

  private:
    std::vector<Ptr<AtmVc>> m_vcs;                //!< all VCs
    std::unordered_map<uint32_t, AtmVc*> m_byId;  //!< by label
    std::multimap<Mac48Address, AtmVc*> m_byPeer; //!< by far end, and by alias
    std::map<Ipv4Address, AtmVc*> m_nextHops;     //!< set by hand
};
} // namespace hsn
} // namespace ns3

#endif // ATM_PVC_TABLE_H

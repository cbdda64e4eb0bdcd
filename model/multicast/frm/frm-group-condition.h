// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_GROUP_CONDITION_H
#define FRM_GROUP_CONDITION_H

#include <cstdint>
#include <set>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief The integrity conditions of a group (section 3.2): any combination, all of which must hold
 * while the communication lasts.
 */
class FrmGroupCondition
{
  public:
    /** @brief Who is in the group. */
    struct Members
    {
        std::set<uint64_t> listed;   //!< ids of those who are
        uint32_t mandatory{0};       //!< of them: key members by their own JOIN
        uint32_t joined{0};          //!< listed at the set-up
        uint32_t mandatoryJoined{0}; //!< of them: key members
        uint32_t invited{0};         //!< whom Quorum counts as all; 0: joined
    };

    /** @param ids key members that have to be listed */
    void SetKeyMembers(const std::set<uint64_t>& ids);
    /**
     * @brief Reads key members from a text.
     * @param text ids, separated by blanks or commas; empty: none
     * @return empty, or what is wrong
     */
    std::string ReadKeyMembers(const std::string& text);
    /** @param number of mandatory receivers that have to be listed */
    void SetKeyNumber(uint32_t number);
    /** @param number of receivers that have to be listed */
    void SetMinMembers(uint32_t number);
    /** @param all whether nobody who was listed at the set-up may go */
    void SetAll(bool all);
    /** @param share of the invited that has to be listed, 0 (none) to 1 @return empty, or what is
     * wrong */
    std::string SetQuorum(double share);

    /** @return whether there is a condition at all */
    bool IsAny() const;
    /** @param members of the group now @return empty, or the condition that is violated */
    std::string FindViolation(const Members& members) const;

  private:
    std::set<uint64_t> m_keys; //!< see SetKeyMembers
    uint32_t m_keyNumber{0};   //!< see SetKeyNumber
    uint32_t m_minMembers{0};  //!< see SetMinMembers
    bool m_all{false};         //!< see SetAll
    double m_quorum{0};        //!< see SetQuorum
};
} // namespace hsn
} // namespace ns3

#endif // FRM_GROUP_CONDITION_H

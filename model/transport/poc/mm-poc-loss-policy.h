// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_LOSS_POLICY_H
#define HSN_MM_POC_LOSS_POLICY_H

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief How the reliability of a medium is bounded. */
enum MmPocLossRule
{
    MM_POC_MAX_CONSECUTIVE, //!< no longer run of lost SDUs (section 2.3)
    MM_POC_MAX_RATE         //!< no greater share of lost SDUs (the paper's figures)
};

/**
 * @ingroup hsn-mm-poc
 * @brief The reliability bound of one medium, and the losses declared there.
 *
 * - MaxConsecutive: no run of more than k SDUs that are declared lost, earlier ones included.
 * - MaxRate: declared losses, the new ones included, at most floor(R (h + 1)), where h is the
 *   highest number among the new ones and numbers begin with 0. With a window of w SDUs: in any w
 *   successive SDUs, of which the last is lost, at most floor(R w) are lost; floor(R (e + 1)) if
 *   the last one is number e < w.
 */
class MmPocLossPolicy
{
  public:
    /** @brief The bound. */
    struct Settings
    {
        MmPocLossRule rule{MM_POC_MAX_RATE}; //!< which form
        uint32_t maxConsecutive{0};          //!< k
        double maxRate{0};                   //!< R, 0 to 1
        uint32_t rateWindow{0};              //!< w, SDUs; 0: all since the first one
    };

    /** @param settings some settings @return empty, or what is wrong: value and limit */
    static std::string Check(const Settings& settings);

    /** @param settings valid ones */
    explicit MmPocLossPolicy(const Settings& settings);

    /**
     * @param lost numbers that might be declared lost, none of which is: ascending
     * @return whether the bound permits it; an empty list is always permitted
     */
    bool Accepts(const std::vector<uint64_t>& lost) const;
    /** @brief Declares SDUs lost, whether the bound permits it or not. @param lost as Accepts() */
    void Declare(const std::vector<uint64_t>& lost);
    /** @brief Forgets what no longer matters. @param below no SDU with a lower number will be
     * declared lost */
    void Forget(uint64_t below);

    /** @return SDUs declared lost */
    uint64_t GetDeclared() const
    {
        return m_declared;
    }

    /** @return the bound */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

  private:
    /** @param number of SDUs @return losses permitted among them */
    uint64_t GetBudget(uint64_t number) const;
    /** @param lost new losses @return whether no run is too long */
    bool AcceptsRuns(const std::vector<uint64_t>& lost) const;
    /** @param lost new losses @return whether no window has too many */
    bool AcceptsWindows(const std::vector<uint64_t>& lost) const;

    Settings m_settings;       //!< the bound
    uint64_t m_declared{0};    //!< SDUs
    std::set<uint64_t> m_lost; //!< those that still matter
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_LOSS_POLICY_H

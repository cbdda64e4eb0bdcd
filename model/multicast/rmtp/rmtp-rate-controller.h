// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_RATE_CONTROLLER_H
#define RMTP_RATE_CONTROLLER_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief Monitor-based control of the server's rate (section 3.2 of the paper; its thresholds are
 * ours): receivers report how many of some consecutive packets they got.
 */
class RmtpRateController
{
  public:
    /** @brief Settings. */
    struct Settings
    {
        double lossThreshold{0.05}; //!< a reporter that lost more suffers, 0 to 1
        double highShare{0.3};      //!< if more reporters than this suffer, the rate falls
        double lowShare{0.1};       //!< if fewer reporters than this suffer, the rate grows
        double silentShare{0.3};    //!< if more receivers than this are silent, the rate falls
        double decrease{0.75};      //!< factor, above 0, below 1
        double increase{1.1};       //!< factor, above 1
        double least{0.1e6};        //!< bit/s
        double most{8e6};           //!< bit/s
    };

    /** @param settings of it */
    void SetSettings(const Settings& settings)
    {
        m_settings = settings;
    }

    /** @return settings */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /** @brief Packets are monitored. @param representatives receivers that ought to report */
    void Begin(uint32_t representatives)
    {
        m_representatives = representatives;
        m_reports = 0;
        m_suffering = 0;
    }

    /** @brief A report comes. @param received packets @param sent packets, above 0 */
    void Report(uint32_t received, uint32_t sent)
    {
        ++m_reports;
        m_suffering += sent > received + m_settings.lossThreshold * sent ? 1 : 0;
    }

    /**
     * @brief Time for reports is over.
     * @param rate so far, bit/s
     * @return the new rate
     */
    double Decide(double rate) const
    {
        const double silent =
            m_representatives == 0 ? 0 : 1 - static_cast<double>(m_reports) / m_representatives;
        const double share = m_reports == 0 ? 0 : static_cast<double>(m_suffering) / m_reports;
        double next = rate;
        if (silent > m_settings.silentShare || share > m_settings.highShare)
        {
            next *= m_settings.decrease;
        }
        else if (share < m_settings.lowShare)
        {
            next *= m_settings.increase;
        }
        return next < m_settings.least ? m_settings.least
                                       : (next > m_settings.most ? m_settings.most : next);
    }

  private:
    Settings m_settings;           //!< settings
    uint32_t m_representatives{0}; //!< that ought to report
    uint32_t m_reports{0};         //!< that came
    uint32_t m_suffering{0};       //!< reporters above the threshold
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_RATE_CONTROLLER_H

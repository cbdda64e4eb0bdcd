// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_HSTCP_H
#define HSN_TCP_HSTCP_H

#include "tcp-hs-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief HighSpeed TCP (RFC 3649).
 *
 * With a window w above 38 segments a window of acknowledgements adds a(w) segments, and a loss
 * takes the share b(w) of the window:
 * b(w) = 0.5 - 0.4 ln(w / 38) / ln(83000 / 38), p(w) = 0.078 / w^1.2,
 * a(w) = w^2 p(w) 2 b(w) / (2 - b(w)). In smaller windows a = 1 and b = 1/2.
 *
 * Response Table (the default) takes whole a and rounded b from the table of the RFC's appendix,
 * by the last row whose w is not above the window, and its last row in all larger ones. Response
 * Formula takes a and b from the formulas; b is 0.01 at least.
 */
class TcpHstcp : public TcpHsBase
{
  public:
    /** @brief Where a(w) and b(w) come from. */
    enum Response
    {
        TABLE,  //!< RFC 3649, appendix B
        FORMULA //!< RFC 3649, section 5
    };

    /** @brief What growth and reduction depend on. */
    struct Parameters
    {
        double a; //!< segments added for a window of acknowledgements
        double b; //!< share of the window that a loss takes
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

    /**
     * @brief Tells a(w) and b(w).
     * @param response where from
     * @param window w, segments
     * @return them
     */
    static Parameters GetParameters(Response response, double window);

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;

  private:
    Response m_response{TABLE}; //!< attribute
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_HSTCP_H

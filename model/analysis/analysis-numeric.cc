// SPDX-License-Identifier: GPL-2.0-only
#include "analysis-numeric.h"

#include "model-argument.h"

#include <sstream>
#include <stdexcept>

#ifdef HSN_HAVE_GSL
#include <cmath>
#include <exception>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_roots.h>
#include <limits>
#include <memory>
#include <new>
#endif

namespace ns3
{
namespace hsn
{
#ifdef HSN_HAVE_GSL
namespace
{
/** @brief Brent's method needs far fewer steps for any interval of doubles. */
constexpr int MOST_STEPS = 200;

/** @brief Turns GSL's error handler, which would abort, off as long as it exists. */
class HandlerOff
{
  public:
    HandlerOff()
        : m_handler(gsl_set_error_handler_off())
    {
    }

    ~HandlerOff()
    {
        gsl_set_error_handler(m_handler);
    }

    HandlerOff(const HandlerOff&) = delete;
    HandlerOff& operator=(const HandlerOff&) = delete;

  private:
    gsl_error_handler_t* m_handler; //!< the user's
};

/** @brief One of GSL's functions of the binomial distribution. */
using Binomial = double (*)(unsigned int k, double p, unsigned int n);

/**
 * @brief Evaluates a function of the binomial distribution.
 * @param function of GSL
 * @param name of its result, for errors
 * @param k successes
 * @param p probability of one
 * @param n trials
 * @return the result
 */
double
Evaluate(Binomial function, const char* name, uint32_t k, double p, uint32_t n)
{
    RequireArgument(p >= 0 && p <= 1, "probability", p, "0 to 1");
    RequireArgument(k <= n, "successes", k, "at most the number of trials");
    const HandlerOff off;
    const double result = function(k, p, n);
    if (std::isnan(result))
    {
        std::ostringstream text;
        text << "GSL finds no " << name << " of the binomial distribution with k = " << k
             << ", p = " << p << ", n = " << n;
        throw std::runtime_error(text.str());
    }
    return result;
}

/** @brief A function as GSL calls it. An exception must not pass through GSL: it is kept. */
struct Callback
{
    const std::function<double(double)>& function; //!< the user's
    std::exception_ptr thrown;                     //!< by it

    /** @param x argument @param self a Callback @return value; NaN after an exception */
    static double Call(double x, void* self)
    {
        auto& callback = *static_cast<Callback*>(self);
        try
        {
            return callback.function(x);
        }
        catch (...)
        {
            callback.thrown = std::current_exception();
            return std::numeric_limits<double>::quiet_NaN();
        }
    }

    /** @brief Throws unless all is well. @param status of GSL @param low end @param high end */
    void Check(int status, double low, double high) const
    {
        if (thrown)
        {
            std::rethrow_exception(thrown);
        }
        if (status != GSL_SUCCESS)
        {
            std::ostringstream text;
            text << "GSL finds no root from " << low << " to " << high << ": "
                 << gsl_strerror(status);
            throw std::runtime_error(text.str());
        }
    }
};
} // namespace

bool
AnalysisNumeric::HasGsl()
{
    return true;
}

double
AnalysisNumeric::GetBinomial(uint32_t k, double p, uint32_t n)
{
    return Evaluate(gsl_ran_binomial_pdf, "P(X = k)", k, p, n);
}

double
AnalysisNumeric::GetBinomialAtMost(uint32_t k, double p, uint32_t n)
{
    return Evaluate(gsl_cdf_binomial_P, "P(X <= k)", k, p, n);
}

double
AnalysisNumeric::GetBinomialAbove(uint32_t k, double p, uint32_t n)
{
    return Evaluate(gsl_cdf_binomial_Q, "P(X > k)", k, p, n);
}

double
AnalysisNumeric::FindRoot(const std::function<double(double)>& function, double low, double high)
{
    RequireArgument(low < high, "start of an interval", low, "below its end");
    const double atLow = function(low);
    const double atHigh = function(high);
    RequireArgument((atLow <= 0 && atHigh >= 0) || (atLow >= 0 && atHigh <= 0),
                    "function at the end of an interval",
                    atHigh,
                    "of another sign than at its start");
    const HandlerOff off;
    const std::unique_ptr<gsl_root_fsolver, decltype(&gsl_root_fsolver_free)> solver(
        gsl_root_fsolver_alloc(gsl_root_fsolver_brent),
        gsl_root_fsolver_free);
    if (!solver)
    {
        throw std::bad_alloc();
    }
    Callback callback{function, nullptr};
    gsl_function called{&Callback::Call, &callback};
    callback.Check(gsl_root_fsolver_set(solver.get(), &called, low, high), low, high);
    int status = GSL_CONTINUE;
    for (int step = 0; step < MOST_STEPS && status == GSL_CONTINUE; step++)
    {
        callback.Check(gsl_root_fsolver_iterate(solver.get()), low, high);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver.get()),
                                        gsl_root_fsolver_x_upper(solver.get()),
                                        std::numeric_limits<double>::min(),
                                        4 * std::numeric_limits<double>::epsilon());
    }
    callback.Check(status == GSL_CONTINUE ? GSL_EMAXITER : status, low, high);
    return gsl_root_fsolver_root(solver.get());
}

AnalysisNumeric::Line
AnalysisNumeric::FitLine(const std::vector<double>& x, const std::vector<double>& y)
{
    RequireArgument(x.size() == y.size(), "number of ordinates", y.size(), "that of abscissas");
    Line line;
    double variances[3]; // of both, and their covariance
    double squares;
    gsl_fit_linear(x.data(),
                   1,
                   y.data(),
                   1,
                   x.size(),
                   &line.intercept,
                   &line.slope,
                   &variances[0],
                   &variances[1],
                   &variances[2],
                   &squares);
    return line;
}

#else
namespace
{
/** @brief Throws. @return never */
[[noreturn]] double
Refuse()
{
    throw std::runtime_error("this computation needs the GNU Scientific Library (GSL), and hsn was "
                             "built without it");
}
} // namespace

bool
AnalysisNumeric::HasGsl()
{
    return false;
}

double
AnalysisNumeric::GetBinomial(uint32_t, double, uint32_t)
{
    return Refuse();
}

double
AnalysisNumeric::GetBinomialAtMost(uint32_t, double, uint32_t)
{
    return Refuse();
}

double
AnalysisNumeric::GetBinomialAbove(uint32_t, double, uint32_t)
{
    return Refuse();
}

double
AnalysisNumeric::FindRoot(const std::function<double(double)>&, double, double)
{
    return Refuse();
}

AnalysisNumeric::Line
AnalysisNumeric::FitLine(const std::vector<double>&, const std::vector<double>&)
{
    return {Refuse(), 0};
}
#endif
} // namespace hsn
} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
#include "dispersion-estimator.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(DispersionEstimator);

TypeId
DispersionEstimator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::DispersionEstimator")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<DispersionEstimator>()
            .AddAttribute("M",
                          "Samples of a block",
                          UintegerValue(10),
                          MakeUintegerAccessor(&DispersionEstimator::m_blockSize),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("N",
                          "Blocks of a result",
                          UintegerValue(30),
                          MakeUintegerAccessor(&DispersionEstimator::m_groupSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Epsilon",
                "Share of the blocks with a smaller dispersion, above 0; N times it is at "
                "least 1",
                DoubleValue(0.3),
                MakeDoubleAccessor(&DispersionEstimator::m_epsilon),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Dispersion",
                          "What is taken of a block",
                          EnumValue(VARIANCE),
                          MakeHsnEnumAccessor(&DispersionEstimator::m_dispersion),
                          MakeEnumChecker(VARIANCE, "Variance", DEVIATION, "Deviation"))
            .AddAttribute("Unit",
                          "Unit of a sample",
                          StringValue("ms"),
                          MakeStringAccessor(&DispersionEstimator::m_unit),
                          MakeStringChecker())
            .AddTraceSource("BlockMean",
                            "A block is complete: its mean",
                            MakeTraceSourceAccessor(&DispersionEstimator::m_blockMeanTrace),
                            "ns3::hsn::DispersionEstimator::ValueTracedCallback")
            .AddTraceSource("BlockDeviation",
                            "A block is complete: its standard deviation (divisor M - 1)",
                            MakeTraceSourceAccessor(&DispersionEstimator::m_blockDeviationTrace),
                            "ns3::hsn::DispersionEstimator::ValueTracedCallback")
            .AddTraceSource("Xi",
                            "N blocks are complete: the percentile of their dispersions",
                            MakeTraceSourceAccessor(&DispersionEstimator::m_xiTrace),
                            "ns3::hsn::DispersionEstimator::ValueTracedCallback");
    return tid;
}

DispersionEstimator::DispersionEstimator()
    : m_xi(NAN)
{
}

void
DispersionEstimator::Feed(double sample)
{
    NS_ABORT_MSG_UNLESS(std::isfinite(sample),
                        "DispersionEstimator: sample = " << sample << " must be finite");
    if (m_samples == 0)
    {
        // the product may be a little below or above what the decimal numbers give
        NS_ABORT_MSG_UNLESS(m_groupSize * m_epsilon >= 1 - 1e-9,
                            "DispersionEstimator: N * Epsilon = "
                                << m_groupSize * m_epsilon << " must be at least 1, with N = "
                                << m_groupSize << " and Epsilon = " << m_epsilon);
        m_usedBlockSize = m_blockSize;
        m_usedGroupSize = m_groupSize;
        m_usedEpsilon = m_epsilon;
    }
    NS_ABORT_MSG_UNLESS(
        m_blockSize == m_usedBlockSize && m_groupSize == m_usedGroupSize &&
            m_epsilon == m_usedEpsilon,
        "DispersionEstimator: M, N and Epsilon must not change after the first sample");
    ++m_samples;
    m_block.push_back(sample);
    if (m_block.size() == m_blockSize)
    {
        EndBlock();
    }
}

void
DispersionEstimator::EndBlock()
{
    double mean = 0;
    for (const double sample : m_block)
    {
        mean += sample;
    }
    mean /= m_block.size();
    double squares = 0;
    for (const double sample : m_block)
    {
        squares += (sample - mean) * (sample - mean);
    }
    m_block.clear();
    const double variance = squares / (m_blockSize - 1);
    const uint64_t index = m_blocks++;
    m_group.push_back(m_dispersion == VARIANCE ? variance : std::sqrt(variance));
    m_blockMeanTrace(index, mean);
    m_blockDeviationTrace(index, std::sqrt(variance));
    if (m_group.size() == m_groupSize)
    {
        EndGroup();
    }
}

void
DispersionEstimator::EndGroup()
{
    const auto rank = static_cast<std::size_t>(std::ceil(m_groupSize * m_epsilon - 1e-9));
    std::nth_element(m_group.begin(), m_group.begin() + (rank - 1), m_group.end());
    m_xi = m_group[rank - 1];
    m_group.clear();
    m_xiTrace(m_results++, m_xi);
}

uint64_t
DispersionEstimator::GetSamples() const
{
    return m_samples;
}

uint64_t
DispersionEstimator::GetBlocks() const
{
    return m_blocks;
}

uint64_t
DispersionEstimator::GetResults() const
{
    return m_results;
}

double
DispersionEstimator::GetXi() const
{
    NS_ABORT_MSG_IF(m_results == 0,
                    "DispersionEstimator: a result needs M * N = "
                        << m_blockSize * uint64_t{m_groupSize} << " samples, there are "
                        << m_samples);
    return m_xi;
}

std::string
DispersionEstimator::GetXiUnit() const
{
    return m_dispersion == VARIANCE ? m_unit + "^2" : m_unit;
}
} // namespace hsn
} // namespace ns3

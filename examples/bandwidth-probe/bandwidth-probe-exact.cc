// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * What has exact values: the classes of table 2, and the Hurst parameter of fractional Gaussian
 * noise by its variance-time slope.
 */
#include "ns3/fractional-gaussian-noise.h"
#include "ns3/hurst-estimator.h"
#include "ns3/json-object.h"
#include "ns3/path-quality-classifier.h"
#include "ns3/program-options.h"

#include <cmath>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    double hurst = 0.7;
    ProgramOptions options(__FILE__, "Paper bandwidth-probe: classes, and Hurst of known noise");
    options.Add("hurst", "Hurst parameter of the noise", hurst, Between(0.001, 0.999));
    options.Parse(argc, argv);
    JsonObject out;
    const auto classifier = CreateObject<PathQualityClassifier>();
    const std::vector<std::string> names{"Best", "Medium", "Sufficient", "None"};
    std::vector<std::string> classes;
    for (const double xi : {11.999, 12.0, 19.999, 20.0, 24.999, 25.0})
    {
        classes.push_back(names.at(classifier->Classify(xi)));
    }
    out.Set("classes", classes);
    std::mt19937 random(1);
    FractionalGaussianNoise noise(hurst);
    std::vector<double> series;
    while (series.size() < 1024)
    {
        const double u = (static_cast<double>(random()) + 0.5) / 4294967296.0;
        const double v = (static_cast<double>(random()) + 0.5) / 4294967296.0;
        const double radius = std::sqrt(-2 * std::log(u));
        series.push_back(noise.Next(radius * std::cos(2 * M_PI * v)));
        series.push_back(noise.Next(radius * std::sin(2 * M_PI * v)));
    }
    const auto fit = HurstEstimator::FitLine(
        HurstEstimator::GetVarianceTimes(series, HurstEstimator::GetOctaves(1, 64)));
    out.Set("slope", fit.slope);
    out.Set("hurst_estimate", HurstEstimator::GetHurst(fit.slope));
    std::cout << out << std::endl;
    return 0;
}

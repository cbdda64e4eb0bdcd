// SPDX-License-Identifier: GPL-2.0-only
#include "qos-profile-text.h"

#include <limits>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// A parameter: its name, members, and whether the accepted value is the lesser one.
struct Line
{
    const char* name;             //!< in the text
    double QosProfile::*wanted;   //!< member
    double QosProfile::*accepted; //!< member
    bool least;                   //!< what is accepted is at most what is wanted
};

const Line LINES[] = {{"rate", &QosProfile::rate, &QosProfile::leastRate, true},
                      {"delay", &QosProfile::delay, &QosProfile::mostDelay, false},
                      {"jitter", &QosProfile::jitter, &QosProfile::mostJitter, false},
                      {"loss", &QosProfile::loss, &QosProfile::mostLoss, false}};
} // namespace

std::string
WriteQosProfile(const QosProfile& profile)
{
    std::ostringstream out;
    out.precision(std::numeric_limits<double>::max_digits10);
    for (const auto& line : LINES)
    {
        out << line.name << ' ' << profile.*line.wanted << ' ' << profile.*line.accepted << '\n';
    }
    for (const auto& feature : profile.features)
    {
        out << "feature " << feature.first << ' ' << (feature.second ? "required" : "wanted")
            << '\n';
    }
    return out.str();
}

std::string
ReadQosProfile(const std::string& text, QosProfile& profile)
{
    profile = QosProfile();
    std::istringstream in(text);
    for (std::string one; std::getline(in, one);)
    {
        std::istringstream words(one);
        std::string name;
        std::string rest;
        if (!(words >> name))
        {
            continue;
        }
        const std::string place = "line \"" + one + "\" ";
        if (name == "feature")
        {
            std::string feature;
            std::string how;
            if (!(words >> feature >> how) || (how != "required" && how != "wanted") ||
                words >> rest)
            {
                return place + "must have a name, and required or wanted";
            }
            profile.features[feature] = how == "required";
            continue;
        }
        bool found = false;
        for (const auto& line : LINES)
        {
            if (name == line.name)
            {
                found = true;
                double wanted = 0;
                double accepted = 0;
                // nan and infinity are no numbers of a stream
                if (!(words >> wanted >> accepted) || words >> rest || !(wanted >= 0) ||
                    !(accepted >= 0))
                {
                    return place + "must have two numbers of at least 0";
                }
                if (line.least ? accepted > wanted : accepted < wanted)
                {
                    return place + "must accept what it wants";
                }
                profile.*line.wanted = wanted;
                profile.*line.accepted = accepted;
            }
        }
        if (!found)
        {
            return place + "must begin with rate, delay, jitter, loss or feature";
        }
    }
    return "";
}
} // namespace hsn
} // namespace ns3

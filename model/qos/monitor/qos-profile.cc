// SPDX-License-Identifier: GPL-2.0-only
#include "qos-profile.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
const std::vector<QosCatalogueEntry>&
GetQosCatalogue()
{
    static const std::vector<QosCatalogueEntry> entries{
        {"colour", QOS_USER, false, false},
        {"size", QOS_USER, false, false},
        {"synchronity", QOS_USER, false, false},
        {"fidelity", QOS_USER, false, false},
        {"number of streams", QOS_USER, false, false},
        {"commitment", QOS_USER, false, false},
        {"cost", QOS_USER, false, false},
        {"security", QOS_USER, false, false},
        {"group semantics", QOS_USER, false, false},
        {"setup latency", QOS_USER, true, false},
        {"skew", QOS_USER, true, false},
        {"size", QOS_APPLICATION, true, false},
        {"delay", QOS_APPLICATION, true, false},
        {"round-trip delay", QOS_APPLICATION, true, false},
        {"jitter", QOS_APPLICATION, true, false},
        {"frame loss", QOS_APPLICATION, true, false},
        {"resolution", QOS_APPLICATION, true, false},
        {"compression", QOS_APPLICATION, true, false},
        {"aspect", QOS_APPLICATION, true, false},
        {"tolerated corruption", QOS_APPLICATION, false, false},
        {"tolerated replication", QOS_APPLICATION, false, false},
        {"tolerated loss", QOS_APPLICATION, false, false},
        {"intra-stream synchronization", QOS_APPLICATION, false, false},
        {"inter-stream synchronization", QOS_APPLICATION, false, false},
        {"security algorithm", QOS_APPLICATION, false, false},
        {"scheduling accuracy", QOS_APPLICATION, true, true},
        {"granularity", QOS_APPLICATION, true, true},
        {"period", QOS_APPLICATION, true, true},
        {"deadline", QOS_APPLICATION, true, true},
        {"cell loss", QOS_NETWORK, true, false},
        {"frame loss", QOS_NETWORK, true, false},
        {"packet loss", QOS_NETWORK, true, false},
        {"bandwidth", QOS_NETWORK, true, false},
        {"delay", QOS_NETWORK, true, false},
        {"jitter", QOS_NETWORK, true, false},
        {"bit error rate", QOS_NETWORK, true, false},
        {"reliability", QOS_NETWORK, true, false},
    };
    return entries;
}

const std::vector<QosCatalogueEntry>&
GetQosResources()
{
    static const std::vector<QosCatalogueEntry> entries{
        {"sources of data", QOS_USER, false, false},
        {"sinks of data", QOS_USER, false, false},
        {"protocols", QOS_APPLICATION, false, false},
        {"protocol mechanisms", QOS_APPLICATION, false, false},
        {"system architecture", QOS_APPLICATION, false, false},
        {"operating system", QOS_APPLICATION, false, true},
        {"external communication", QOS_NETWORK, false, false},
    };
    return entries;
}

QosAnswer
MeetQos(const QosProfile& profile, const QosCapability& capability)
{
    QosAnswer answer;
    QosProfile& p = answer.profile;
    p = profile;
    p.rate = std::min(profile.rate, capability.rate);
    p.delay = std::max(profile.delay, capability.delay);
    p.jitter = std::max(profile.jitter, capability.jitter);
    p.loss = std::max(profile.loss, capability.loss);
    if (p.rate < profile.leastRate)
    {
        answer.parameter = "rate";
    }
    else if (p.delay > profile.mostDelay)
    {
        answer.parameter = "delay";
    }
    else if (p.jitter > profile.mostJitter)
    {
        answer.parameter = "jitter";
    }
    else if (p.loss > profile.mostLoss)
    {
        answer.parameter = "loss";
    }
    for (const auto& one : profile.features)
    {
        const auto& has = capability.features;
        if (std::find(has.begin(), has.end(), one.first) == has.end())
        {
            p.features.erase(one.first);
            if (one.second && answer.parameter.empty())
            {
                answer.parameter = one.first;
            }
        }
    }
    answer.accepted = answer.parameter.empty();
    return answer;
}

LocalResourceManager::LocalResourceManager(double rate)
    : m_rate(rate)
{
    NS_ABORT_MSG_IF(!(rate >= 0), "Rate of a host is " << rate << " bit/s, must be at least 0");
}

QosProfile
LocalResourceManager::Build(const std::string& user, const QosChoice& choice)
{
    static const std::map<std::string, double> pixels{{"small", 176 * 144},
                                                      {"medium", 352 * 288},
                                                      {"large", 704 * 576}};
    static const std::map<std::string, double> pictures{{"low", 5}, {"medium", 15}, {"high", 30}};
    const auto size = pixels.find(choice.size);
    const auto smooth = pictures.find(choice.smoothness);
    NS_ABORT_MSG_IF(size == pixels.end(),
                    "Size is " << choice.size << ", must be small, medium or large");
    NS_ABORT_MSG_IF(smooth == pictures.end(),
                    "Smoothness is " << choice.smoothness << ", must be low, medium or high");
    NS_ABORT_MSG_IF(!(choice.alpha > 0), "alpha is " << choice.alpha << ", must be above 0");
    m_users[user] = choice;
    QosProfile p;
    p.rate = size->second * (choice.colour ? 16 : 8) * smooth->second * choice.alpha;
    p.leastRate = p.rate / 4;
    p.delay = 250; // table 3, video
    p.mostDelay = 400;
    p.mostJitter = p.mostDelay;
    p.mostLoss = 1e-2;
    if (choice.colour)
    {
        p.features["colour"] = false;
    }
    return p;
}

QosChoice
LocalResourceManager::GetRemembered(const std::string& user) const
{
    const auto found = m_users.find(user);
    return found == m_users.end() ? QosChoice() : found->second;
}

void
LocalResourceManager::AddFeature(const std::string& feature)
{
    m_features.push_back(feature);
}

bool
LocalResourceManager::Has(const std::string& feature) const
{
    return std::find(m_features.begin(), m_features.end(), feature) != m_features.end();
}

bool
LocalResourceManager::Reserve(double rate)
{
    NS_ABORT_MSG_IF(!(rate >= 0), "Rate to reserve is " << rate << " bit/s, must be at least 0");
    if (rate > GetFree())
    {
        return false;
    }
    m_reserved += rate;
    return true;
}

void
LocalResourceManager::Release(double rate)
{
    m_reserved = std::max(0.0, m_reserved - rate);
}

double
LocalResourceManager::GetFree() const
{
    return m_rate - m_reserved;
}

NetworkResourceManager::~NetworkResourceManager() = default;

GroupMediator::GroupMediator(NetworkResourceManager* network)
    : m_network(network)
{
}

QosAnswer
GroupMediator::Mediate(const QosProfile& profile,
                       const std::vector<QosCapability>& members,
                       const QosUnits& units) const
{
    QosAnswer answer;
    answer.accepted = true;
    answer.profile = profile;
    for (size_t i = 0; i < members.size() && answer.accepted; ++i)
    {
        answer = MeetQos(answer.profile, members[i]);
        answer.member = i;
    }
    if (!answer.accepted || !m_network)
    {
        return answer;
    }
    QosUnits scaled = units;
    if (profile.rate > 0)
    {
        scaled.perSecond *= answer.profile.rate / profile.rate;
    }
    const QosRates rates = QosMapper::Map(scaled);
    for (size_t i = 0; i < members.size() && answer.accepted; ++i)
    {
        if (!m_network->Reserve(rates, i))
        {
            answer.accepted = false;
            answer.parameter = "network";
            answer.member = i;
        }
    }
    return answer;
}
} // namespace hsn
} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The paper's formulas, rules and tables without a network: what the monitor and the managers give
 * for numbers that can be worked out by hand.
 */
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/qos-mapper.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-profile.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr int64_t MS = 1000000;

/// @param number not negative @return it, in millionths
uint64_t
ReadMillionths(double number)
{
    return static_cast<uint64_t>(std::llround(number * 1e6));
}

/// @param records to be put in @return records whose request line differs from the rule
uint32_t
CheckRequestLine(uint32_t records)
{
    auto fifo = CreateObject<QosEventFifo>();
    auto choice = CreateObject<UniformRandomVariable>();
    choice->SetStream(1);
    uint32_t wrong = 0;
    uint32_t inside = 0; // counted here, not by the FIFO
    for (uint32_t i = 0; i < records; ++i)
    {
        QosEvent event{};
        while (inside > 0 && choice->GetValue() < 0.6)
        {
            fifo->Get(event);
            --inside;
        }
        const uint64_t before = fifo->GetRequests();
        fifo->Put(event);
        wrong += (fifo->GetRequests() > before) != (inside == 0);
        ++inside;
    }
    return wrong;
}

/// @param load of 10 Mb/s @param alpha ms @param values gets throughputs seen, bit/s
/// @return largest difference from the load, in units of P 1000 / alpha
double
Watch(double load, double alpha, std::set<uint64_t>& values)
{
    constexpr uint32_t BITS = 8000;
    const double gap = BITS / (load * 1e7) * 1e9;
    const auto window = static_cast<int64_t>(alpha * MS);
    QosThroughput throughput(window);
    double worst = 0;
    const auto look = [&](int64_t now) {
        if (now >= window)
        {
            const uint64_t value = throughput.Get(now);
            values.insert(value);
            worst =
                std::max(worst,
                         std::abs(static_cast<double>(value) - load * 1e7) / (BITS * 1000 / alpha));
        }
    };
    for (int64_t i = 0; i < 2000; ++i)
    {
        const auto now = static_cast<int64_t>(static_cast<double>(i) * gap);
        look(now - 1);
        throughput.Add(now, BITS);
        look(now);
        look(now + static_cast<int64_t>(gap * 0.37));
    }
    return worst;
}

/// @param out gets the errors of the paper's examples, and whether a CNTL starts a calculation
void
CountErrors(JsonObject& out)
{
    const std::vector<QosSpan> spans{{5000, 6000}, {7000, 9500}};
    out.Set("errors_example", QosErrors::Count(10000, 4000, spans));
    out.Set("errors_no_span", QosErrors::Count(10000, 4000, {}));
    out.Set("errors_none", QosErrors::Count(10000, 10000, {}));
    auto monitor = CreateObject<QosMonitor>();
    const auto put = [&](QosAction action, int64_t time, uint32_t value, uint64_t seq) {
        QosEvent event{};
        event.connection = 1;
        event.action = action;
        event.time = time;
        event.info = QOS_INFO_SYNC;
        event.sync = {value, seq};
        monitor->GetFifo()->Put(event);
    };
    put(QOS_OPEN, 0, 0, 0);
    put(QOS_REQUEST, 1, 1, 10000);
    put(QOS_CONTROL, 2, 1, 0);
    const auto* row = monitor->GetRow(1, QOS_OUT);
    out.Set("control_starts_errors", row->hasErrors);
    put(QOS_REQUEST, 3, 2, 10000);
    QosEvent event{};
    event.connection = 1;
    event.action = QOS_ERRORS;
    event.info = QOS_INFO_ERROR;
    event.time = 4;
    event.error = {2, 2, 10000, 4000};
    monitor->GetFifo()->Put(event, spans.data());
    out.Set("report_starts_errors", row->hasErrors);
    out.Set("errors_of_report", row->errorBits);
    Simulator::Destroy();
    monitor->Dispose();
}

/// @param out gets what rows have if the protocol tells data only, and jitter by contract
void
FindAbsent(JsonObject& out)
{
    auto monitor = CreateObject<QosMonitor>();
    const auto put = [&](uint64_t id, QosAction action, QosInfo info, int64_t time, int64_t value) {
        QosEvent event{};
        event.connection = id;
        event.action = action;
        event.info = info;
        event.time = time;
        if (info == QOS_INFO_PACKET)
        {
            event.packet.bits = value;
        }
        else if (info == QOS_INFO_CONTRACT)
        {
            event.contract = {0, 0, value, QOS_OUT};
        }
        else
        {
            event.delay.rtt = value;
        }
        monitor->GetFifo()->Put(event);
    };
    put(1, QOS_OPEN, QOS_INFO_NONE, 0, 0);
    put(2, QOS_OPEN, QOS_INFO_NONE, 0, 0);
    put(3, QOS_OPEN, QOS_INFO_CONTRACT, 0, MS);
    for (int64_t i = 1; i < 10; ++i)
    {
        put(1, QOS_SENT, QOS_INFO_PACKET, i, 8000);
        put(2, QOS_DELAY, QOS_INFO_DELAY, i, 20 * MS + i);
        put(3, QOS_DELAY, QOS_INFO_DELAY, i, 20 * MS + i);
    }
    const auto* data = monitor->GetRow(1, QOS_OUT);
    out.Set("data_only_has", data->hasRtt || data->hasErrors || data->HasJitter());
    out.Set("no_contract_has_jitter", monitor->GetRow(2, QOS_OUT)->HasJitter());
    out.Set("contract_has_jitter", monitor->GetRow(3, QOS_OUT)->HasJitter());
    Simulator::Destroy();
    monitor->Dispose();
}

/// @param out gets the examples of the mapping, and table 3
void
MapRates(JsonObject& out)
{
    const std::map<std::string, QosUnits> examples{
        {"audio", {50, 160, 1, 1472, 28}},
        {"video", {24, 8000, 1, 1472, 28}},
        {"mpeg", {30, 7750, 1, 1472, 28}},
        {"aal5", {24, 8008, 1, 48, 5}},
        // table 3: pictures of 720 x 576 with 16 bits, to 1.86 Mb/s; and with the printed 2:1
        {"table3 video", {30, 720 * 576 * 2, 1 / 107.02, 1472, 28}},
        {"table3 video 2to1", {30, 720 * 576 * 2, 0.5, 1472, 28}},
        {"table3 audio", {50, 160, 0.5, 1472, 28}},
    };
    JsonObject rates;
    for (const auto& one : examples)
    {
        auto units = one.second;
        const auto found = QosMapper::Map(units);
        units.chargeFullLast = false;
        rates.Set(one.first,
                  std::vector<double>{found.user,
                                      found.application,
                                      found.segments,
                                      found.beta,
                                      found.network,
                                      QosMapper::Map(units).network});
    }
    out.Set("rates", rates);
}

/// @param out gets profiles of a group and names of the catalogue
void
Mediate(JsonObject& out)
{
    QosProfile wanted;
    wanted.rate = 2e6;
    wanted.leastRate = 5e5;
    wanted.delay = 100;
    wanted.mostDelay = 250;
    wanted.mostJitter = 50;
    wanted.mostLoss = 0.01;
    wanted.features = {{"colour", false}, {"MPEG-2", true}};
    const std::vector<QosCapability> members{{3e6, 50, 10, 0, {"colour", "MPEG-2"}},
                                             {1e6, 200, 20, 0, {"MPEG-2"}},
                                             {1.5e6, 120, 40, 0.001, {"colour", "MPEG-2"}}};
    const QosUnits units{30, 8000, 1, 1472, 28};
    const auto answer = GroupMediator().Mediate(wanted, members, units);
    uint32_t beyond = 0;
    for (const auto& one : members)
    {
        beyond += answer.profile.rate > one.rate;
        beyond += answer.profile.delay < one.delay;
        beyond += answer.profile.jitter < one.jitter;
        beyond += answer.profile.loss < one.loss;
        for (const auto& feature : answer.profile.features)
        {
            beyond += std::count(one.features.begin(), one.features.end(), feature.first) == 0;
        }
    }
    out.Set("group_accepted", answer.accepted);
    out.Set("group_beyond", beyond);
    out.Set("group_profile",
            std::vector<double>{answer.profile.rate,
                                answer.profile.delay,
                                answer.profile.jitter,
                                answer.profile.loss});
    auto weak = members;
    weak[1].rate = 4e5;
    out.Set("group_fails", GroupMediator().Mediate(wanted, weak, units).parameter);

    std::map<std::string, std::set<int>> levels;
    std::vector<std::string> names;
    std::vector<std::string> places;
    static const char* const LEVELS[] = {"user", "application", "network"};
    for (const auto& entry : GetQosCatalogue())
    {
        levels[entry.name].insert(entry.level);
        names.push_back(entry.name);
        places.emplace_back(entry.operatingSystem ? "operating system" : LEVELS[entry.level]);
    }
    std::vector<std::string> twice;
    for (const auto& one : levels)
    {
        if (one.second.size() > 1)
        {
            twice.push_back(one.first);
        }
    }
    levels.clear();
    std::vector<std::string> resources;
    std::vector<std::string> resourcePlaces;
    uint32_t shared = 0;
    for (const auto& entry : GetQosResources())
    {
        shared += !levels[entry.name].insert(entry.level).second || levels[entry.name].size() > 1;
        resources.push_back(entry.name);
        resourcePlaces.emplace_back(LEVELS[entry.level]);
    }
    out.Set("parameters", names);
    out.Set("parameter_levels", places);
    out.Set("at_two_levels", twice);
    out.Set("resources", resources);
    out.Set("resource_levels", resourcePlaces);
    out.Set("resources_at_two_levels", shared);
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t records = 100000;
    ProgramOptions options(__FILE__, "Paper qos-monitor: formulas, mapping, catalogue, mediator");
    options.Add("records", "Records for the request line", records, Between(1, 1e8));
    options.Parse(argc, argv);
    JsonObject out;
    out.Set("wrong_requests", CheckRequestLine(records));
    std::vector<std::string> colours;
    const QosLight light(0.05, 0.15);
    for (double measured : {95.0, 95.0001, 105.0, 85.0, 84.9999, 115.01})
    {
        colours.emplace_back(
            GetQosStatusName(light.Get(ReadMillionths(measured), ReadMillionths(100))));
    }
    out.Set("colours", colours);
    JsonObject high;
    for (double alpha : {25.3, 33.7, 100.0, 500.5, 1000.0})
    {
        std::set<uint64_t> values;
        high.Set(std::to_string(static_cast<int>(alpha)), Watch(0.8, alpha, values));
    }
    out.Set("high_load_steps", high);
    std::set<uint64_t> values;
    Watch(0.0004, 1000, values); // a packet of 8000 bits every 2 s
    out.Set("low_load_bps", std::vector<uint64_t>(values.begin(), values.end()));
    CountErrors(out);
    FindAbsent(out);
    MapRates(out);
    Mediate(out);
    std::cout << out << std::endl;
    return 0;
}

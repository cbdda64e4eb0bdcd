// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * Prints the closed forms of the paper packet-fec for one code: at one point, or along a list of
 * loss rates, group sizes or block lengths; and where another code becomes better.
 */
#include "ns3/packet-fec-model.h"

#include "packet-fec-options.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cmath>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Arguments of the formulas.
struct Point
{
    PacketFecCode code{7, 1}; //!< N + M
    double loss{0.01};        //!< e
    double group{100};        //!< G
    uint32_t window{200};     //!< W
};

/// @param p a point @return all that the paper computes there, by name
std::map<std::string, double>
Evaluate(const Point& p)
{
    using Model = PacketFecModel;
    const double residual = Model::GetResidualLoss(p.loss, p.code);
    const auto cost = [&p](PacketFecRepeat repeat) {
        return Model::GetMulticastCost(p.loss, p.code, p.group, repeat);
    };
    const auto delay = Model::GetResequencingDelay(residual, p.window);
    return {{"residual", residual},
            {"transmissions", Model::GetTransmissions(residual, p.group)},
            {"repeat_probability", Model::GetRepeatProbability(p.loss, p.group)},
            {"repeat_twice_probability", Model::GetRepeatProbability(p.loss, p.group, 2)},
            {"cost", cost(PACKET_FEC_IN_BLOCK)},
            {"cost_without_parity", cost(PACKET_FEC_WITHOUT_PARITY)},
            {"cost_alone", cost(PACKET_FEC_ALONE)},
            {"efficiency", 1 / cost(PACKET_FEC_IN_BLOCK)},
            {"window_efficiency", Model::GetWindowEfficiency(p.loss, p.code, p.window)},
            {"sack_efficiency", Model::GetSackEfficiency(p.loss, p.code, p.window)},
            {"delay_mean", delay.mean},
            {"delay_sd", delay.deviation},
            {"in_order", delay.inOrder}};
}

/// @param out gets where a code loses to another one @param p the code @param other the other
void
AddCrossings(JsonObject& out, Point p, PacketFecCode other)
{
    using Model = PacketFecModel;
    const auto group = [&p, other](PacketFecRepeat repeat) {
        return Model::FindCrossing(
            [&](double g) {
                return Model::GetMulticastCost(p.loss, other, g, repeat) -
                       Model::GetMulticastCost(p.loss, p.code, g, repeat);
            },
            1,
            1e9);
    };
    out.Set("group", group(PACKET_FEC_IN_BLOCK));
    out.Set("group_without_parity", group(PACKET_FEC_WITHOUT_PARITY));
    out.Set("group_alone", group(PACKET_FEC_ALONE));
    const double least = 1e-5;
    const double most = 0.999;
    const auto multicast = [&p, other](double e) {
        return Model::GetMulticastCost(e, other, p.group) -
               Model::GetMulticastCost(e, p.code, p.group);
    };
    const double loss = Model::FindCrossing(multicast, least, most);
    out.Set("loss", loss);
    // and where the code becomes better again
    const auto back = [&multicast](double e) { return -multicast(e); };
    out.Set("loss_back",
            std::isnan(loss) ? loss : Model::FindCrossing(back, loss * (1 + 1e-9), most));
    const double stall = Model::FindCrossing(
        [&p, other](double e) {
            return Model::GetWindowEfficiency(e, p.code, p.window) -
                   Model::GetWindowEfficiency(e, other, p.window);
        },
        least,
        most);
    out.Set("window_loss", stall);
    out.Set("window_efficiency",
            std::isnan(stall) ? stall : Model::GetWindowEfficiency(stall, p.code, p.window));
}
} // namespace

int
main(int argc, char* argv[])
{
    Point p;
    PacketFecCode against;
    bool compares = false;
    std::string sweep = "none";
    std::vector<double> values;
    uint32_t limit = 0;

    ProgramOptions options(__FILE__,
                           "Paper packet-fec: its closed forms, at a point or along a list");
    AddCode(options, "code", "The code", p.code, "7+1");
    options.Add("loss", "Packet loss rate e", p.loss, AtLeast(0).Below(1));
    options.Add("group", "Receivers G", p.group, Between(1, 1e12));
    options.Add("window", "Window W, packets", p.window, AtLeast(1));
    options.Add("sweep",
                "What the list of values replaces",
                sweep,
                OneOf({"none", "loss", "group", "data"}));
    options.Add("values", "That list: loss rates, receivers or N", values);
    options.AddParsed("against",
                      "Instead: where this code becomes better",
                      "",
                      "none or N+M",
                      [&against, &compares](const std::string& text) {
                          compares = true;
                          return ReadCode(text, against);
                      });
    options.Add("limit", "Instead: the best code of at most so many packets a block", limit);
    options.Parse(argc, argv);

    JsonObject out;
    try
    {
        if (limit > 0)
        {
            const auto best = PacketFecModel::GetBestCode(p.loss, p.group, limit);
            out.Set("best_data", best.data);
            out.Set("best_parity", best.parity);
        }
        else if (compares)
        {
            AddCrossings(out, p, against);
        }
        else if (sweep == "none")
        {
            for (const auto& [name, value] : Evaluate(p))
            {
                out.Set(name, value);
            }
        }
        else
        {
            std::map<std::string, std::vector<double>> columns;
            for (const double value : values)
            {
                if (sweep == "data")
                {
                    options.Require(value >= 1 && value <= 1e6, "values", "must be 1 to 1e6");
                    p.code.data = static_cast<uint32_t>(value);
                }
                else
                {
                    (sweep == "loss" ? p.loss : p.group) = value;
                }
                columns[sweep].push_back(value);
                for (const auto& [name, result] : Evaluate(p))
                {
                    columns[name].push_back(result);
                }
            }
            for (const auto& [name, column] : columns)
            {
                out.Set(name, column);
            }
        }
    }
    catch (const std::invalid_argument& error)
    {
        ProgramOptions::Require(false, error.what());
    }
    std::cout << out << std::endl;
    return 0;
}

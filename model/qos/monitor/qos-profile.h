// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_PROFILE_H
#define QOS_PROFILE_H

#include "qos-mapper.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief The levels of the framework; the operating system is a part of the application level.
enum QosLevel
{
    QOS_USER,        //!< mostly qualitative
    QOS_APPLICATION, //!< mostly quantitative, local
    QOS_NETWORK      //!< quantitative
};

/// @ingroup hsn-qos
/// @brief A line of the paper's table 4, or a resource.
struct QosCatalogueEntry
{
    std::string name;     //!< the parameter's or the resource's
    QosLevel level;       //!< where it belongs
    bool quantitative;    //!< whether it is a number
    bool operatingSystem; //!< inside the application level
};

/// @return all parameters of table 4; one is a pair of level and name
const std::vector<QosCatalogueEntry>& GetQosCatalogue();
/// @return all types of resources
const std::vector<QosCatalogueEntry>& GetQosResources();

/// @ingroup hsn-qos
/// @brief What an application wants: each number with the worst that it accepts.
struct QosProfile
{
    double rate{0};                       //!< wanted, bit/s
    double leastRate{0};                  //!< accepted, bit/s
    double delay{0};                      //!< wanted, ms
    double mostDelay{0};                  //!< accepted, ms
    double jitter{0};                     //!< wanted, ms
    double mostJitter{0};                 //!< accepted, ms
    double loss{0};                       //!< share wanted at most
    double mostLoss{0};                   //!< share accepted
    std::map<std::string, bool> features; //!< wanted, by name; true: required
};

/// @ingroup hsn-qos
/// @brief What a member of a group can promise.
struct QosCapability
{
    double rate{0};                    //!< bit/s
    double delay{0};                   //!< ms
    double jitter{0};                  //!< ms
    double loss{0};                    //!< share
    std::vector<std::string> features; //!< it has
};

/// @ingroup hsn-qos
/// @brief An answer to a profile.
struct QosAnswer
{
    bool accepted{false};  //!< whether there is a profile for all
    std::string parameter; //!< the first that fails
    size_t member{0};      //!< whose
    QosProfile profile;    //!< as all can have it
};

/**
 * @brief Meets a profile with what a member has: the lesser rate, the greater delay, jitter and
 * loss, the features of both.
 * @param profile wanted
 * @param capability of the member
 * @return the profile that both can have, or the parameter that fails
 */
QosAnswer MeetQos(const QosProfile& profile, const QosCapability& capability);

/// @ingroup hsn-qos
/// @brief What a user chooses.
struct QosChoice
{
    std::string size{"medium"};       //!< small, medium, large: QCIF, CIF, 4CIF (H.263)
    std::string smoothness{"medium"}; //!< low, medium, high: 5, 15, 30 pictures a second
    bool colour{true};                //!< 16 bits of a pixel, else 8
    double alpha{1 / 107.02};         //!< compression: 720 x 576 at 30 Hz gives table 3's 1.86 Mb/s
};

/**
 * @ingroup hsn-qos
 * @brief Builds the application's profile from a user's choices, and keeps account of local
 * resources.
 */
class LocalResourceManager
{
  public:
    /// @param rate that the host can process, bit/s, not negative
    explicit LocalResourceManager(double rate);

    /// @param user who chooses @param choice remembered for the user @return profile of the video
    QosProfile Build(const std::string& user, const QosChoice& choice);
    /// @param user who chose before @return the last choice, or the defaults
    QosChoice GetRemembered(const std::string& user) const;
    /// @param feature that this host has
    void AddFeature(const std::string& feature);
    /// @param feature in question @return whether this host has it; known at once
    bool Has(const std::string& feature) const;
    /// @param rate bit/s @return whether it was reserved; a lack is told at once
    bool Reserve(double rate);
    /// @param rate bit/s that is free again
    void Release(double rate);
    /// @return rate that is free, bit/s
    double GetFree() const;

  private:
    double m_rate;                            //!< of the host
    double m_reserved{0};                     //!< of it
    std::map<std::string, QosChoice> m_users; //!< choices
    std::vector<std::string> m_features;      //!< of the host
};

/// @ingroup hsn-qos
/// @brief Hook for a signalling protocol that reserves from end to end.
class NetworkResourceManager
{
  public:
    virtual ~NetworkResourceManager();
    /// @param requirements at the network level @param member where to @return whether it is
    /// reserved
    virtual bool Reserve(const QosRates& requirements, size_t member) = 0;
};

/**
 * @ingroup hsn-qos
 * @brief Adapts the initiator's profile to all members, and hands it on with the requirements at
 * the network level, both during the set-up. Two parties are a group of two.
 */
class GroupMediator
{
  public:
    /// @param network that reserves, or null
    explicit GroupMediator(NetworkResourceManager* network = nullptr);

    /**
     * @param profile of the initiator
     * @param members what they can promise
     * @param units of the flow, for the network; its rate is scaled to what was agreed upon
     * @return the profile for all, or the first parameter and member that fail; "network" if the
     * network refuses
     */
    QosAnswer Mediate(const QosProfile& profile,
                      const std::vector<QosCapability>& members,
                      const QosUnits& units) const;

  private:
    NetworkResourceManager* m_network; //!< or null
};
} // namespace hsn
} // namespace ns3

#endif // QOS_PROFILE_H

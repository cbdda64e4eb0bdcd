// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_GROUP_H
#define METS_GROUP_H

#include "mets-flow-spec.h"
#include "mets-management-socket.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/pdu-header.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief What a group is: the flow that its server sends, and what the server wants of it.
 */
struct MetsGroupProfile
{
    uint16_t flow{0};     //!< number of the media flow
    MetsFlowSpec spec;    //!< of the flow
    MetsQosPolicy policy; //!< of the server: members want no higher layer

    /// @return empty, or what is out of its range
    std::string FindProblem() const;
};

/**
 * @ingroup hsn-qos
 * @brief A message between the server of a group and its members, over a control socket.
 *
 *     kind 8 | layer 8 | group 16 | members 32 | profile: 60 octets
 *
 * The profile is in PROFILE, JOINED and CHANGED alone: flow 16, maxLayer 8, onDegrade 4 and
 * onImprove 4; for each layer 1/1000 pictures a second 32, mean 32, most octets 32; delay, jitter
 * and interval, us, 32 each; loss 1e-9 32; commitment 8, three zero octets. Unknown kinds, and
 * fields that are out of their range, are malformed.
 */
class MetsGroupHeader : public PduHeader<MetsGroupHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::MetsGroupHeader"; //!< of its TypeId

    /// What a message says.
    enum Kind : uint8_t
    {
        INFO = 1, //!< a client asks for the profile
        PROFILE,  //!< the answer, with the number of members
        JOIN,     //!< a client wants to be a member, with layers up to this one
        JOINED,   //!< it is
        REFUSED,  //!< it is not; also the answer to INFO if there is no such group
        LEAVE,    //!< a member leaves
        CHANGED,  //!< the server has changed the profile
        CLOSED    //!< the group is no more
    };

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    Kind kind{INFO};          //!< see there
    MetsLayer layer{METS_BL}; //!< of JOIN and JOINED: the highest one
    uint16_t group{0};        //!< number of the group at its server
    uint32_t members{0};      //!< of PROFILE: how many there are
    MetsGroupProfile profile; //!< of PROFILE, JOINED and CHANGED

  private:
    /// @brief Names the fields of the profile. @param v what is done to them
    template <typename V>
    void Profile(V& v);
    /// @brief Names those of its specification. @param v what is done to them
    template <typename V>
    void Spec(V& v);
};

extern template class PduHeader<MetsGroupHeader>;

/**
 * @ingroup hsn-qos
 * @brief The server's end of QoS groups (QoS-A, 2.1): opens and closes groups, answers who asks for
 * them or joins, and tells members of changes.
 *
 * It reads all that arrives at its control socket. The connection over which media go to members is
 * set up by MetsHelper::ConnectGroup(); whether a member may join, the admission callback decides,
 * which may reserve (MetsAdapter::Join()).
 */
class MetsGroupServer : public Object
{
  public:
    /// Asked for a member, or one that changes its layer: group, address, highest layer. Returns
    /// why not, or "".
    using Admission = std::function<std::string(uint16_t, const Address&, MetsLayer)>;

    /// Messages that were of no use.
    struct Counters
    {
        uint64_t malformed{0}; //!< no message
        uint64_t strangers{0}; //!< of a kind that clients do not send, or LEAVE of no member
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsGroupServer();
    ~MetsGroupServer() override;

    /// @param control bound, reliable: messages to and from members
    void SetControl(Ptr<Socket> control);
    /// @param admission asked for each new member; null: all may join
    void SetAdmission(Admission admission);

    /// @param group number @param profile of it @return Nak: there is such a group, or a field is
    /// out of its range
    MetsAnswer Open(uint16_t group, const MetsGroupProfile& profile);
    /// @param group number @param profile from now on, told to all members @return Nak as above
    MetsAnswer Change(uint16_t group, const MetsGroupProfile& profile);
    /// @param group number; members are told, and forgotten @return Nak: there is no such group
    MetsAnswer Close(uint16_t group);
    /// @param group number @return members, by address, with their highest layers
    const std::map<Address, MetsLayer>& GetMembers(uint16_t group) const;
    /// @return messages of no use
    const Counters& GetCounters() const;

    /**
     * @brief TracedCallback signature for members.
     * @param [in] group number
     * @param [in] member address
     * @param [in] layer highest one; METS_NONE: it has left
     */
    typedef void (*MemberTracedCallback)(uint16_t group, const Address& member, MetsLayer layer);

  protected:
    void DoDispose() override;

  private:
    /// A group.
    struct Group
    {
        MetsGroupProfile profile;             //!< of it
        std::map<Address, MetsLayer> members; //!< by address
    };

    /// @param socket has messages
    void Read(Ptr<Socket> socket);
    /// @param request of a client @param from the address of the client
    void Answer(const MetsGroupHeader& request, const Address& from);
    /// @param request JOIN @param from client @param group it is for @return answer
    MetsGroupHeader AnswerJoin(const MetsGroupHeader& request, const Address& from, Group& group);
    /// @param header a message @param to client
    void Send(const MetsGroupHeader& header, const Address& to);

    Ptr<Socket> m_control;                                             //!< messages
    Admission m_admission;                                             //!< or null
    std::map<uint16_t, Group> m_groups;                                //!< by number
    Counters m_counters;                                               //!< messages of no use
    TracedCallback<uint16_t, const Address&, MetsLayer> m_memberTrace; //!< joined, left
};

/**
 * @ingroup hsn-qos
 * @brief A client of QoS groups (QoS-A, 2.1): asks for a group's profile, joins and leaves.
 *
 * It reads all that arrives at its control socket. Answers come later, by callbacks; a control
 * socket that gives up is traced there (Abandoned).
 */
class MetsGroupClient : public Object
{
  public:
    /// Told of a group: number, profile, members (0 if only the profile was told).
    using ProfileCallback = Callback<void, uint16_t, const MetsGroupProfile&, uint32_t>;
    /// Told of a group: number, answer. After Ask() only a Nak, after Join() both.
    using AnswerCallback = Callback<void, uint16_t, const MetsAnswer&>;
    /// Told of a group that is no more.
    using ClosedCallback = Callback<void, uint16_t>;

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsGroupClient();
    ~MetsGroupClient() override;

    /// @param control bound, reliable @param server address of the server's control socket
    void SetControl(Ptr<Socket> control, const Address& server);
    /// @param profile told after Ask(), before the Ack to Join(), and when the server changes it
    void SetProfile(ProfileCallback profile);
    /// @param answer told
    void SetAnswer(AnswerCallback answer);
    /// @param closed told
    void SetClosed(ClosedCallback closed);

    /// @param group number, of which the profile is wanted
    void Ask(uint16_t group);
    /// @param group number @param layer highest one wanted, METS_BL to METS_E2; also to change it
    void Join(uint16_t group, MetsLayer layer);
    /// @param group number, of which this client is no longer a member
    void Leave(uint16_t group);
    /// @param group number @return highest layer, METS_NONE: is no member
    MetsLayer GetLayer(uint16_t group) const;
    /// @return messages that were malformed, or not of the server
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;

  private:
    /// @param socket has messages
    void Read(Ptr<Socket> socket);
    /// @param message of the server
    void Take(const MetsGroupHeader& message);
    /// @param header a message to the server
    void Send(const MetsGroupHeader& header);

    Ptr<Socket> m_control;                   //!< messages
    Address m_server;                        //!< its address
    ProfileCallback m_profile;               //!< application
    AnswerCallback m_answer;                 //!< application
    ClosedCallback m_closed;                 //!< application
    std::map<uint16_t, MetsLayer> m_members; //!< groups of which it is a member
    uint64_t m_dropped{0};                   //!< messages
};
} // namespace hsn
} // namespace ns3

#endif // METS_GROUP_H

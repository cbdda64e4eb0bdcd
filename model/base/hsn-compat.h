// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Everything in which the supported ns-3 versions (3.35 to 3.48) differ, in one place.
 */
#ifndef HSN_COMPAT_H
#define HSN_COMPAT_H

#include "ns3/callback.h"
#include "ns3/enum.h"
#include "ns3/event-impl.h"
#include "ns3/make-event.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes callbacks of lambdas and other function objects.
 *
 * ns-3 before 3.37 makes them of functions only.
 *
 * @tparam Args what the callback is called with
 */
template <typename... Args>
class Sink : public SimpleRefCount<Sink<Args...>>
{
  public:
    /// What is called.
    using Function = std::function<void(Args...)>;

    /// @param f called by the callback @return the callback
    static Callback<void, Args...> Make(Function f)
    {
        return MakeCallback(&Sink::Call, Create<Sink>(std::move(f)));
    }

    /// @param f what is called
    explicit Sink(Function f)
        : m_function(std::move(f))
    {
    }

  private:
    /// @param args of the callback
    void Call(Args... args)
    {
        m_function(args...);
    }

    Function m_function; //!< what is called
};

/**
 * @brief An event that calls a function object.
 *
 * Simulator::Schedule() takes no lambdas before ns-3 3.36.
 *
 * @tparam F its type
 */
template <typename F>
class CallEvent : public EventImpl
{
  public:
    /// @param f what is called
    explicit CallEvent(F f)
        : m_function(std::move(f))
    {
    }

  private:
    void Notify() override
    {
        m_function();
    }

    F m_function; //!< what is called
};

/**
 * @brief Schedules a call of a lambda or another function object.
 * @tparam F its type
 * @param delay until the call
 * @param f what is called
 * @return the event
 */
template <typename F>
EventId
ScheduleCall(const Time& delay, F f)
{
    return Simulator::Schedule(delay, Ptr<EventImpl>(new CallEvent<F>(std::move(f)), false));
}

/**
 * @brief Schedules a call of a lambda or another function object for a node.
 * @tparam F its type
 * @param context number of the node
 * @param delay until the call
 * @param f what is called
 */
template <typename F>
void
ScheduleCallWithContext(uint32_t context, const Time& delay, F f)
{
    Simulator::ScheduleWithContext(context, delay, new CallEvent<F>(std::move(f)));
}

/// False where Simulator::Schedule() takes no lambdas (ns-3 before 3.36) ...
template <typename F, typename = void>
struct SimulatorTakesFunctions : std::false_type
{
};

/// ... and true where it does.
template <typename F>
struct SimulatorTakesFunctions<F, std::void_t<decltype(MakeEvent(std::declval<F>()))>>
    : std::true_type
{
};

/**
 * @brief Whether ns-3 fragments all IPv6 packets that are longer than the MTU.
 *
 * ns-3 3.35 fragments only those that are longer by more than 40 octets; devices drop the others.
 */
constexpr bool IPV6_FRAGMENTS_ABOVE_MTU = SimulatorTakesFunctions<std::function<void()>>::value;

/// False where helpers cannot do without flow control (ns-3 before 3.36) ...
template <typename H, typename = void>
struct HelperHasFlowControl : std::false_type
{
};

/// ... and true where they can.
template <typename H>
struct HelperHasFlowControl<H, std::void_t<decltype(std::declval<H>().DisableFlowControl())>>
    : std::true_type
{
};

/**
 * @brief Has devices neither stop their queue disc nor have one by default.
 *
 * Before ns-3 3.36, this has no effect: the devices have one all the same.
 *
 * @tparam H class of the helper
 * @param helper that installs the devices
 */
template <typename H>
void
DisableFlowControl(H& helper)
{
    if constexpr (HelperHasFlowControl<H>::value)
    {
        helper.DisableFlowControl();
    }
}

/**
 * @brief What TcpRateOps has in ns-3 3.45 and later, for all releases.
 *
 * Earlier ones lack SetAppLimited().
 *
 * @tparam T TcpRateOps
 */
template <typename T>
class TcpRateOpsWithAppLimited : public T
{
  public:
    /// @brief Notes that the network does not limit the sender. @param inFlight bytes
    virtual void SetAppLimited(uint32_t inFlight) = 0;
};

/// False where congestion control does not ask for rates itself (ns-3 before 3.45) ...
template <typename T, typename = void>
struct CongestionTakesRateOps : std::false_type
{
};

/// ... and true where it does.
template <typename T>
struct CongestionTakesRateOps<T, std::void_t<decltype(std::declval<T>().SetRateOps(nullptr))>>
    : std::true_type
{
};

/**
 * @brief Gives congestion control the rates of its connection, where it asks for them.
 * @tparam T TcpCongestionOps
 * @tparam R TcpRateOps
 * @param ops congestion control
 * @param rates of the connection
 */
template <typename T, typename R>
void
SetTcpRateOps(T& ops, Ptr<R> rates)
{
    if constexpr (CongestionTakesRateOps<T>::value)
    {
        ops.SetRateOps(rates);
    }
}

/// False where MakeEnumAccessor deduces the enumeration (ns-3 up to 3.40) ...
template <typename T, typename M, typename = void>
struct EnumAccessorTakesType : std::false_type
{
};

/// ... and true where it has to be told (ns-3 3.41 and later).
template <typename T, typename M>
struct EnumAccessorTakesType<T, M, std::void_t<decltype(MakeEnumAccessor<T>(std::declval<M>()))>>
    : std::true_type
{
};

/**
 * @brief Makes an accessor for an enumeration attribute, in any ns-3 version.
 *
 * @tparam T the enumeration
 * @tparam C the class that has the attribute
 * @param member pointer to the data member
 * @return the accessor
 */
template <typename T, typename C>
auto
MakeHsnEnumAccessor(T C::*member)
{
    if constexpr (EnumAccessorTakesType<T, T C::*>::value)
    {
        return MakeEnumAccessor<T>(member);
    }
    else
    {
        return MakeEnumAccessor(member);
    }
}

/**
 * @brief Makes an accessor for an enumeration attribute with functions, in any ns-3 version.
 *
 * @tparam T the enumeration
 * @tparam C the class that has the attribute
 * @param set sets it
 * @param get tells it
 * @return the accessor
 */
template <typename T, typename C>
auto
MakeHsnEnumAccessor(void (C::*set)(T), T (C::*get)() const)
{
    if constexpr (EnumAccessorTakesType<T, void (C::*)(T)>::value)
    {
        return MakeEnumAccessor<T>(set, get);
    }
    else
    {
        return MakeEnumAccessor(set, get);
    }
}

/// True where TcpSocketState has m_srtt beside m_lastRtt (ns-3 3.41 and later).
template <typename T, typename = void>
struct TcpStateHasSrtt : std::false_type
{
};

/// @copydoc TcpStateHasSrtt
template <typename T>
struct TcpStateHasSrtt<T, std::void_t<decltype(std::declval<T>().m_srtt)>> : std::true_type
{
};

/**
 * @brief Notes a round-trip time in the state that congestion control looks at.
 *
 * Up to ns-3 3.40, m_lastRtt is the smoothed one.
 *
 * @tparam T TcpSocketState
 * @param state the state
 * @param sample measured
 * @param smoothed estimate
 */
template <typename T>
void
SetTcpRtt(T& state, Time sample, Time smoothed)
{
    if constexpr (TcpStateHasSrtt<T>::value)
    {
        state.m_lastRtt = sample;
        state.m_srtt = smoothed;
    }
    else
    {
        state.m_lastRtt = smoothed;
    }
}

/**
 * @brief Tells the smoothed round-trip time, which TcpCongestionOps::PktsAcked() is called with.
 * @tparam T TcpSocketState
 * @param state the state
 * @return the time
 */
template <typename T>
Time
GetTcpSmoothedRtt(const T& state)
{
    if constexpr (TcpStateHasSrtt<T>::value)
    {
        return state.m_srtt;
    }
    else
    {
        return state.m_lastRtt;
    }
}

/**
 * @brief Tells the last single round-trip time that ns-3's TCP has measured.
 *
 * Up to ns-3 3.40 it only keeps the smoothed one.
 *
 * @tparam T TcpSocketState
 * @param state the state
 * @return the time; not positive: none yet
 */
template <typename T>
Time
GetTcpLastRtt(const T& state)
{
    return state.m_lastRtt;
}

/// True where TcpSocketState knows whether the congestion window limits (ns-3 3.41 and later).
template <typename T, typename = void>
struct TcpStateHasCwndLimited : std::false_type
{
};

/// @copydoc TcpStateHasCwndLimited
template <typename T>
struct TcpStateHasCwndLimited<T, std::void_t<decltype(std::declval<T>().m_isCwndLimited)>>
    : std::true_type
{
};

/**
 * @brief Notes whether the congestion window limits what is sent, where congestion control asks.
 * @tparam T TcpSocketState
 * @param state the state
 * @param limited whether it does
 */
template <typename T>
void
SetTcpCwndLimited(T& state, bool limited)
{
    if constexpr (TcpStateHasCwndLimited<T>::value)
    {
        state.m_isCwndLimited = limited;
    }
}

/**
 * @brief Tells whether the congestion window limits what is sent.
 *
 * Up to ns-3 3.40 it is not known, and taken for granted.
 *
 * @tparam T TcpSocketState
 * @param state the state
 * @return whether it does
 */
template <typename T>
bool
IsTcpCwndLimited(const T& state)
{
    if constexpr (TcpStateHasCwndLimited<T>::value)
    {
        return state.m_isCwndLimited;
    }
    else
    {
        return true;
    }
}

/// True where TcpRecoveryOps::DoRecovery wants to know of duplicates (ns-3 3.42 and later).
template <typename T, typename = void>
struct DoRecoveryTakesDuplicate : std::false_type
{
};

/// @copydoc DoRecoveryTakesDuplicate
template <typename T>
struct DoRecoveryTakesDuplicate<
    T,
    std::void_t<decltype(std::declval<T>().DoRecovery(nullptr, 0U, true))>> : std::true_type
{
};

/**
 * @brief Calls TcpRecoveryOps::DoRecovery in any ns-3 version.
 * @tparam T TcpRecoveryOps
 * @tparam S pointer to TcpSocketState
 * @param ops whose
 * @param state of the connection
 * @param delivered bytes
 * @param isDuplicate whether the acknowledgement is a duplicate
 */
template <typename T, typename S>
void
DoTcpRecovery(T& ops, S state, uint32_t delivered, bool isDuplicate)
{
    if constexpr (DoRecoveryTakesDuplicate<T>::value)
    {
        ops.DoRecovery(state, delivered, isDuplicate);
    }
    else
    {
        ops.DoRecovery(state, delivered);
    }
}

/**
 * @brief The enumeration of how long tests take: TestDuration up to ns-3 3.41 ...
 * @tparam T TestCase
 */
template <typename T, typename = void>
struct TestDurationOf
{
    using Type = typename T::TestDuration; //!< it
};

/// ... and Duration in ns-3 3.42 and later.
template <typename T>
struct TestDurationOf<T, std::void_t<typename T::Duration>>
{
    using Type = typename T::Duration; //!< it
};

/**
 * @brief The types in which Ipv4RoutingProtocol::RouteInput takes its callbacks: by value up to
 * ns-3 3.37, by reference in later releases.
 * @tparam F type of a pointer to that function
 */
template <typename F>
struct RouteInputTypes;

/// @copydoc RouteInputTypes
template <typename R,
          typename C,
          typename P,
          typename H,
          typename D,
          typename U,
          typename M,
          typename L,
          typename E>
struct RouteInputTypes<R (C::*)(P, H, D, U, M, L, E)>
{
    using Unicast = U;   //!< forwards to one
    using Multicast = M; //!< forwards to several
    using Local = L;     //!< delivers here
    using Error = E;     //!< tells of errors
};

/**
 * @brief Tells the third parameter of a member function.
 * @tparam R result
 * @tparam C class
 * @tparam A first parameter
 * @tparam B second parameter
 * @tparam L third parameter
 * @tparam T the others
 */
template <typename R, typename C, typename A, typename B, typename L, typename... T>
L HsnThirdParameter(R (C::*)(A, B, L, T...));

/// What PcapHelper takes a link type as: its own enumeration up to ns-3.48, later one for all.
using HsnPcapLinkType = decltype(HsnThirdParameter(&PcapHelper::CreateFile));

/**
 * @brief Turns a link type number into the enumeration that PcapHelper wants.
 *
 * ns-3 has no names for the ATM link types.
 *
 * @param linkType the number the capture file header takes
 * @return the same, typed
 */
inline HsnPcapLinkType
PcapLinkType(uint32_t linkType)
{
    return static_cast<HsnPcapLinkType>(linkType);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_COMPAT_H

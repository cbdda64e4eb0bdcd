// SPDX-License-Identifier: GPL-2.0-only
#include "program-setting.h"

#include "ns3/attribute.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>

namespace ns3
{
namespace hsn
{
namespace
{
/// Greatest seed of ns-3's generator, MRG32k3a.
constexpr uint64_t MAX_SEED = 4294944442;

/// @param text typed @param least smallest number @param most greatest number
/// @return empty, or what the text must be
std::string
CheckWholeNumber(const std::string& text, uint64_t least, uint64_t most)
{
    errno = 0;
    const uint64_t number = std::strtoull(text.c_str(), nullptr, 10);
    const bool digits =
        !text.empty() && text.find_first_not_of("0123456789") == std::string::npos && errno == 0;
    return digits && number >= least && number <= most
               ? ""
               : "must be a whole number, " + std::to_string(least) + " to " + std::to_string(most);
}

/// @param text name of a class @param parent of it
/// @return empty, or what the text must be
std::string
CheckClass(const std::string& text, TypeId parent)
{
    TypeId found;
    const bool good = TypeId::LookupByNameFailSafe(text, &found) && found.IsChildOf(parent) &&
                      found.HasConstructor();
    return good ? "" : "must be the name of a class derived from " + parent.GetName();
}

/// @param name of a setting @return the checker of its values; null if there is no such setting
Ptr<const AttributeChecker>
FindChecker(const std::string& name)
{
    for (auto i = GlobalValue::Begin(); i != GlobalValue::End(); ++i)
    {
        if ((*i)->GetName() == name)
        {
            return (*i)->GetChecker();
        }
    }
    const auto colons = name.rfind("::");
    TypeId found;
    TypeId::AttributeInformation attribute;
    if (colons != std::string::npos &&
        TypeId::LookupByNameFailSafe(name.substr(0, colons), &found) &&
        found.LookupAttributeByName(name.substr(colons + 2), &attribute))
    {
        return attribute.checker;
    }
    return nullptr;
}
} // namespace

std::string
ApplyProgramSetting(const std::string& name, const std::string& value)
{
    std::string error;
    if (name == "RngSeed")
    {
        error = CheckWholeNumber(value, 1, MAX_SEED);
    }
    else if (name == "RngRun")
    {
        error = CheckWholeNumber(value, 0, std::numeric_limits<uint64_t>::max());
    }
    else if (name == "SchedulerType")
    {
        error = CheckClass(value, Scheduler::GetTypeId());
    }
    else if (name == "SimulatorImplementationType")
    {
        error = CheckClass(value, SimulatorImpl::GetTypeId());
    }
    const StringValue text(value);
    if (!error.empty() || Config::SetDefaultFailSafe(name, text) ||
        GlobalValue::BindFailSafe(name, text))
    {
        return error;
    }
    const auto checker = FindChecker(name);
    return !checker ? "neither an option of this program nor a setting of ns-3; "
                      "--PrintHelp lists the options"
                    : "must be what ns-3 takes: " + (checker->HasUnderlyingTypeInformation()
                                                         ? checker->GetUnderlyingTypeInformation()
                                                         : checker->GetValueTypeName());
}

std::string
FindUnknownLog(const std::string& logs)
{
#ifdef NS3_LOG_ENABLE
    const auto* known = LogComponent::GetComponentList();
    std::istringstream in(logs);
    for (std::string one; std::getline(in, one, ':');)
    {
        const std::string name = one.substr(0, one.find('='));
        if (!name.empty() && name != "*" && name != "***" && name != "print-list" &&
            known->find(name) == known->end())
        {
            return name;
        }
    }
#endif
    return "";
}

ProgramErrorGuard* ProgramErrorGuard::g_guard = nullptr;

ProgramErrorGuard::ProgramErrorGuard(const std::string& argument)
    : m_argument(argument),
      m_buffer(std::cerr.rdbuf(m_said.rdbuf())),
      m_handler(std::set_terminate(&ProgramErrorGuard::End))
{
    g_guard = this;
}

ProgramErrorGuard::~ProgramErrorGuard()
{
    std::set_terminate(m_handler);
    std::cerr.rdbuf(m_buffer);
    std::cerr << m_said.str();
    g_guard = nullptr;
}

void
ProgramErrorGuard::End()
{
    // ns-3 writes: aborted. cond="...", msg="...", file=...
    std::string said = g_guard->m_said.str();
    const std::string mark = "msg=\"";
    const auto begin = said.find(mark);
    const auto end = said.find("\", ", begin);
    if (begin != std::string::npos && end != std::string::npos)
    {
        said = said.substr(begin + mark.size(), end - begin - mark.size());
    }
    std::cerr.rdbuf(g_guard->m_buffer);
    std::cerr << "error: " << g_guard->m_argument << ": " << said.substr(0, said.find('\n'))
              << std::endl;
    std::_Exit(2);
}
} // namespace hsn
} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
#include "json-object.h"

#include <cmath>
#include <cstdio>

namespace ns3
{
namespace hsn
{
std::string
JsonObject::Format(double value)
{
    if (!std::isfinite(value))
    {
        return "null";
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%.17g", value);
    return text;
}

std::string
JsonObject::Format(uint64_t value)
{
    return std::to_string(value);
}

std::string
JsonObject::Format(int64_t value)
{
    return std::to_string(value);
}

std::string
JsonObject::Format(uint32_t value)
{
    return std::to_string(value);
}

std::string
JsonObject::Format(int value)
{
    return std::to_string(value);
}

std::string
JsonObject::Format(bool value)
{
    return value ? "true" : "false";
}

std::string
JsonObject::Format(const std::string& value)
{
    std::string text = "\"";
    for (const char c : value)
    {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
        {
            text += '\\';
            text += c;
        }
        else if (code < 0x20)
        {
            char escape[8];
            std::snprintf(escape, sizeof(escape), "\\u%04x", code);
            text += escape;
        }
        else
        {
            text += c;
        }
    }
    return text + '"';
}

std::string
JsonObject::Format(const JsonObject& value)
{
    return value.ToString();
}

void
JsonObject::Set(const std::string& name, double value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, uint64_t value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, int64_t value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, uint32_t value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, int value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, bool value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, const std::string& value)
{
    SetText(name, Format(value));
}

void
JsonObject::Set(const std::string& name, const char* value)
{
    SetText(name, Format(std::string(value)));
}

void
JsonObject::Set(const std::string& name, const JsonObject& value)
{
    SetText(name, Format(value));
}

void
JsonObject::SetText(const std::string& name, const std::string& text)
{
    for (auto& member : m_members)
    {
        if (member.first == name)
        {
            member.second = text;
            return;
        }
    }
    m_members.emplace_back(name, text);
}

std::string
JsonObject::ToString() const
{
    std::string text;
    for (const auto& member : m_members)
    {
        text += (text.empty() ? "" : ", ") + Format(member.first) + ": " + member.second;
    }
    return "{" + text + "}";
}

std::ostream&
operator<<(std::ostream& os, const JsonObject& object)
{
    return os << object.ToString();
}
} // namespace hsn
} // namespace ns3

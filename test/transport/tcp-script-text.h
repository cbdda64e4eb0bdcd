// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the scripts for TCP are made of: words, numbers, data, and the ends' addresses.
 */
#ifndef HSN_TCP_SCRIPT_TEXT_H
#define HSN_TCP_SCRIPT_TEXT_H

#include "ns3/ipv4-address.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** Addresses and ports of both ends. */
inline const Ipv4Address SOCKET_ADDRESS("10.0.0.1");
inline const Ipv4Address PLAYER_ADDRESS("10.0.0.2");
constexpr uint16_t SOCKET_PORT = 1000;
constexpr uint16_t PLAYER_PORT = 2000;
constexpr uint16_t IPV4 = 0x0800;
constexpr uint8_t TCP = 6;

/** Names of the ECN field's values. */
inline const std::vector<std::string> ECN_NAMES = {"", "[ect1]", "[ect0]", "[ce]"};

/** @param text any text @return its words */
inline std::vector<std::string>
Split(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    std::string word;
    while (stream >> word)
    {
        words.push_back(word);
    }
    return words;
}

/** @param words some words @return the words with spaces between them */
inline std::string
Join(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
    {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/** @param text digits @param base of these @return the number @throw std::string if it is not a
 * number */
inline uint32_t
Number(const std::string& text, int base = 10)
{
    std::size_t used = 0;
    unsigned long number = 0;
    try
    {
        number = std::stoul(text, &used, base);
    }
    catch (const std::exception&)
    {
    }
    if (text.empty() || used != text.size())
    {
        throw "no number: '" + text + "'";
    }
    return static_cast<uint32_t>(number);
}

/**
 * @brief Compares two texts; a star matches any word.
 * @param wanted text with stars
 * @param got text
 * @return whether they agree
 */
inline bool
Agree(const std::string& wanted, const std::string& got)
{
    const auto a = Split(wanted);
    const auto b = Split(got);
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return x == "*" || x == y;
           });
}

/** @param sequence relative sequence number @return the byte of data there */
inline uint8_t
DataByte(uint32_t sequence)
{
    return static_cast<uint8_t>(sequence ^ (sequence >> 7) * 29);
}

/** @param begin relative sequence number of the first byte @param length bytes @return data */
inline std::vector<uint8_t>
MakeData(uint32_t begin, uint32_t length)
{
    std::vector<uint8_t> data(length);
    for (uint32_t i = 0; i < length; i++)
    {
        data[i] = DataByte(begin + i);
    }
    return data;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SCRIPT_TEXT_H

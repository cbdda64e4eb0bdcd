// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Files of octets that the programs of mpeg-atm read and write.
 */
#ifndef MPEG_ATM_FILES_H
#define MPEG_ATM_FILES_H

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @param message what is wrong; ends the program
[[noreturn]] inline void
Refuse(const std::string& message)
{
    std::cerr << "error: " << message << std::endl;
    std::exit(2);
}

/// @param name of an option @param path of a file @return its octets; ends the program if it cannot
/// be read
inline std::vector<uint8_t>
ReadFile(const std::string& name, const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    in.peek(); // a folder can be opened, but not read
    if (!in.is_open() || in.bad())
    {
        Refuse(name + "=" + path + ": cannot be read");
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// @param name of an option @param path of a file @param octets are written to it; ends the program
/// if they cannot be, or not all
inline void
WriteFile(const std::string& name, const std::string& path, const std::vector<uint8_t>& octets)
{
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(octets.data()),
              static_cast<std::streamsize>(octets.size()));
    out.close(); // a full disk is seen here
    if (!out)
    {
        Refuse(name + "=" + path + ": cannot be written");
    }
}
} // namespace hsn
} // namespace ns3

#endif // MPEG_ATM_FILES_H

// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PROGRAM_SETTING_H
#define HSN_PROGRAM_SETTING_H

#include <exception>
#include <sstream>
#include <streambuf>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Sets what every ns-3 program takes on its command line, as ns3::CommandLine does: a
 * default value of an attribute ("ns3::TcpSocket::SegmentSize"), or a global value ("RngRun").
 *
 * Unlike ns3::CommandLine, it refuses seeds that ns-3 refuses only when the first random number is
 * drawn (0, and those above 4294944442) and negative runs, which ns-3 takes for large ones.
 *
 * @param name of the setting
 * @param value as typed
 * @return empty, or what is wrong with the name or with the value, and the limit
 */
std::string ApplyProgramSetting(const std::string& name, const std::string& value);

/**
 * @ingroup hsn-helper
 * @param logs value of the environment variable NS_LOG: components with levels, separated by colons
 * @return the first component that the program does not have, with which ns-3 would abort when the
 * simulation starts; empty if there is none, or if ns-3 was built without logs
 */
std::string FindUnknownLog(const std::string& logs);

/**
 * @ingroup hsn-helper
 * @brief While it lives, an error by which ns-3 would abort the program ends it with exit status 2
 * and one line that names an argument.
 *
 * ns-3 aborts for values that it cannot read, such as times with an unknown unit.
 */
class ProgramErrorGuard
{
  public:
    /// @param argument that is being read
    explicit ProgramErrorGuard(const std::string& argument);
    ~ProgramErrorGuard();
    ProgramErrorGuard(const ProgramErrorGuard&) = delete;
    ProgramErrorGuard& operator=(const ProgramErrorGuard&) = delete;

  private:
    /// Ends the program; called instead of std::abort().
    [[noreturn]] static void End();

    static ProgramErrorGuard* g_guard; //!< the one that lives
    std::string m_argument;            //!< named in the message
    std::ostringstream m_said;         //!< what ns-3 has written meanwhile
    std::streambuf* m_buffer;          //!< of std::cerr
    std::terminate_handler m_handler;  //!< before
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PROGRAM_SETTING_H

// SPDX-License-Identifier: GPL-2.0-only
#include "hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/packet.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The suite; it can be added to from outside. */
class HsnSuite : public TestSuite
{
  public:
    HsnSuite()
        : TestSuite("hsn", TestSuite::Type::UNIT)
    {
        if (std::getenv("HSN_TEST_PRINTING"))
        {
            Packet::EnablePrinting(); // as ASCII traces do: packets know their headers by name
        }
    }

    /**
     * @brief Adds a case, which the suite then owns.
     * @param testCase the case
     * @param extensive whether it takes long
     */
    void Add(TestCase* testCase, bool extensive)
    {
        using Duration = TestDurationOf<TestCase>::Type;
        AddTestCase(testCase, extensive ? Duration::EXTENSIVE : Duration::QUICK);
    }
};

/** @return the suite, created at the first call */
HsnSuite&
GetSuite()
{
    static HsnSuite suite;
    return suite;
}

/**
 * @param group name of a group
 * @return whether HSN_TEST_GROUPS names it; after a '-' are the groups that are left out, and if it
 * is not set, all are wanted
 */
bool
IsWanted(const std::string& group)
{
    const char* const groups = std::getenv("HSN_TEST_GROUPS");
    if (!groups)
    {
        return true;
    }
    const bool others = groups[0] == '-';
    const std::string list = "," + std::string(groups + (others ? 1 : 0)) + ",";
    return (list.find("," + group + ",") != std::string::npos) != others;
}

/** @brief Registers the suite even if no test file adds to it. */
const bool g_registered = (GetSuite(), true);
} // namespace

TestSuite&
HsnTestSuite()
{
    static_cast<void>(g_registered);
    return GetSuite();
}

HsnTestGroup::HsnTestGroup(const std::string& name, const std::vector<TestCase*>& cases)
    : TestCase(name)
{
    for (TestCase* testCase : cases)
    {
        AddTestCase(testCase);
    }
}

void
HsnTestGroup::DoRun()
{
}

HsnTestRegistration::HsnTestRegistration(const std::string& group,
                                         const std::vector<TestCase*>& cases,
                                         bool extensive)
{
    auto* made = new HsnTestGroup(group, cases);
    if (IsWanted(group))
    {
        GetSuite().Add(made, extensive);
    }
    else
    {
        delete made;
    }
}

std::string
HsnAbortText(const std::function<void()>& code)
{
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    int ends[2];
    if (pipe(ends) != 0)
    {
        return std::string();
    }
    const pid_t child = fork();
    if (child == 0)
    {
        const struct rlimit noCore = {0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
        close(ends[0]);
        dup2(ends[1], STDERR_FILENO);
        code();
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[512];
    ssize_t length;
    while ((length = read(ends[0], buffer, sizeof(buffer))) > 0)
    {
        text.append(buffer, static_cast<size_t>(length));
    }
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSIGNALED(status))
    {
        return std::string();
    }
    return text;
}
} // namespace hsn
} // namespace ns3

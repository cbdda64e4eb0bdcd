// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Tests that hold for both engines.
 */
#ifndef HSN_BOTH_ENGINES_TEST_H
#define HSN_BOTH_ENGINES_TEST_H

#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <string>

namespace ns3
{
namespace hsn
{
/** @brief A test that is run with both engines. */
class BothEnginesTest : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    /** @param engine in use: "PerCell" or "Burst" */
    virtual void RunWith(const std::string& engine) = 0;

    void DoRun() override
    {
        StringValue before;
        GlobalValue::GetValueByName("hsn::AtmEngine", before);
        for (const char* engine : {"PerCell", "Burst"})
        {
            Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
            RunWith(engine);
            Simulator::Destroy();
        }
        Config::SetGlobal("hsn::AtmEngine", before);
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOTH_ENGINES_TEST_H

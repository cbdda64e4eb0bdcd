// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Attributes of all classes of the module.
 */
#include "../hsn-test.h"

#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief What is set can be read. */
class AttributesTest : public TestCase
{
  public:
    AttributesTest()
        : TestCase("Each named value of each attribute that can be read is what was set")
    {
    }

  private:
    /**
     * @param info an attribute
     * @return its values, if it is one of names or true or false
     */
    static std::vector<std::string> ListValues(const TypeId::AttributeInformation& info)
    {
        if (info.checker->GetValueTypeName() == "ns3::BooleanValue")
        {
            return {"true", "false"};
        }
        std::vector<std::string> values;
        if (info.checker->GetValueTypeName().find("ns3::EnumValue") == 0)
        {
            std::istringstream names(info.checker->GetUnderlyingTypeInformation());
            for (std::string name; std::getline(names, name, '|');)
            {
                values.push_back(name.substr(name.find_last_of(' ') + 1));
            }
        }
        return values;
    }

    void DoRun() override
    {
        uint32_t checked = 0;
        const uint32_t both = TypeId::ATTR_SET | TypeId::ATTR_GET;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            if (tid.GetName().find("ns3::hsn::") != 0 || !tid.HasConstructor())
            {
                continue;
            }
            ObjectFactory factory;
            factory.SetTypeId(tid);
            for (std::size_t a = 0; a < tid.GetAttributeN(); ++a)
            {
                const auto info = tid.GetAttribute(a);
                if ((info.flags & both) != both || !info.accessor->HasGetter())
                {
                    continue;
                }
                for (const auto& value : ListValues(info))
                {
                    const auto object = factory.Create<Object>();
                    StringValue read;
                    object->SetAttribute(info.name, StringValue(value));
                    object->GetAttribute(info.name, read);
                    NS_TEST_EXPECT_MSG_EQ(read.Get(), value, tid.GetName() << "::" << info.name);
                    ++checked;
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(checked, 100, "values, of the rooms that are linked");
    }
};

HsnTestRegistration g_attributesTests("attributes", {new AttributesTest});
} // namespace
} // namespace hsn
} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/json-object.h"

#include <limits>

using namespace ns3;
using namespace ns3::hsn;

/// The texts are RFC 8259's, written by hand.
class JsonObjectTest : public TestCase
{
  public:
    JsonObjectTest()
        : TestCase("JSON text of every kind of value")
    {
    }

  private:
    void DoRun() override
    {
        JsonObject empty;
        NS_TEST_EXPECT_MSG_EQ(empty.ToString(), "{}", "no members");

        JsonObject o;
        o.Set("whole", uint64_t(18446744073709551615ULL));
        o.Set("negative", int64_t(-5));
        o.Set("half", 0.5);
        o.Set("infinite", std::numeric_limits<double>::infinity());
        o.Set("none", std::numeric_limits<double>::quiet_NaN());
        o.Set("yes", true);
        o.Set("text", "a \"b\" \\ \n\x01\x1f\x7f");
        o.Set("list", std::vector<uint32_t>{1, 2});
        o.Set("empty", std::vector<double>{});
        o.Set("names", std::vector<std::string>{"x", "y"});
        NS_TEST_EXPECT_MSG_EQ(o.ToString(),
                              "{\"whole\": 18446744073709551615, \"negative\": -5, \"half\": 0.5, "
                              "\"infinite\": null, \"none\": null, \"yes\": true, "
                              "\"text\": \"a \\\"b\\\" \\\\ \\u000a\\u0001\\u001f\x7f\", "
                              "\"list\": [1, 2], \"empty\": [], \"names\": [\"x\", \"y\"]}",
                              "every kind; RFC 8259, 7, has escapes up to U+001F");

        o = JsonObject();
        o.Set("a", 1);
        o.Set("b", 2);
        o.Set("a", 3);
        JsonObject inner;
        inner.Set("c", o);
        NS_TEST_EXPECT_MSG_EQ(inner.ToString(),
                              "{\"c\": {\"a\": 3, \"b\": 2}}",
                              "set again in its place, and nested");

        JsonObject exact;
        exact.Set("x", 0.1);
        NS_TEST_EXPECT_MSG_EQ(exact.ToString(),
                              "{\"x\": 0.10000000000000001}",
                              "17 digits, so that it reads back unchanged");
    }
};

static HsnTestRegistration g_jsonObjectTests("json-object", {new JsonObjectTest});

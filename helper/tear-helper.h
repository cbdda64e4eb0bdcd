// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_HELPER_H
#define HSN_TEAR_HELPER_H

#include "ns3/attribute.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Sets up TEAR for the sockets that are made from now on.
 *
 * Applications make their sockets themselves, so settings are default values of attributes. Sockets
 * of messages and of streams get the same.
 */
class TearHelper
{
  public:
    /** @brief Settings that the thesis uses. */
    enum Preset
    {
        INTERNET,     //!< losses count (chapter 3)
        WIRELESS,     //!< round-trip times count, losses do not (chapter 6)
        WIRELESS_BULK //!< the same, with a longer slow start (chapter 7, bulk transfers)
    };

    /** @param preset settings; earlier ones of the same attributes are lost */
    static void SetPreset(Preset preset);
    /** @param name of an attribute of TearSocket and TearStreamSocket; any other one aborts
     * @param value default from now on */
    static void SetAttribute(const std::string& name, const AttributeValue& value);

    TearHelper() = delete;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_HELPER_H

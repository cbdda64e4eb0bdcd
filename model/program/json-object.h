// SPDX-License-Identifier: GPL-2.0-only
#ifndef JSON_OBJECT_H
#define JSON_OBJECT_H

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief A JSON object (RFC 8259) on one line: what an example program prints as its metrics.
 *
 * Members keep the order in which they were set. Numbers are written with enough digits to read
 * back unchanged; values that JSON cannot express (infinite, not a number) become null.
 */
class JsonObject
{
  public:
    /// @param name of the member @param value its value
    void Set(const std::string& name, double value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, uint64_t value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, int64_t value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, uint32_t value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, int value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, bool value);
    /// @param name of the member @param value its value, UTF-8
    void Set(const std::string& name, const std::string& value);
    /// @param name of the member @param value its value, UTF-8
    void Set(const std::string& name, const char* value);
    /// @param name of the member @param value its value
    void Set(const std::string& name, const JsonObject& value);

    /**
     * @brief Sets a member to an array.
     * @tparam T type of the elements, any that Set takes
     * @param name of the member
     * @param values its elements
     */
    template <typename T>
    void Set(const std::string& name, const std::vector<T>& values)
    {
        std::string text;
        for (const T& value : values)
        {
            text += (text.empty() ? "" : ", ") + Format(value);
        }
        SetText(name, "[" + text + "]");
    }

    /// @return the object as one line, without line end
    std::string ToString() const;

  private:
    /// @param value a number @return its JSON text
    static std::string Format(double value);
    /// @param value a number @return its JSON text
    static std::string Format(uint64_t value);
    /// @param value a number @return its JSON text
    static std::string Format(int64_t value);
    /// @param value a number @return its JSON text
    static std::string Format(uint32_t value);
    /// @param value a number @return its JSON text
    static std::string Format(int value);
    /// @param value a truth value @return its JSON text
    static std::string Format(bool value);
    /// @param value a text @return its JSON text, quoted
    static std::string Format(const std::string& value);
    /// @param value an object @return its JSON text
    static std::string Format(const JsonObject& value);

    /// @param name of the member @param text the value, as JSON
    void SetText(const std::string& name, const std::string& text);

    std::vector<std::pair<std::string, std::string>> m_members; //!< name and JSON text
};

/// @param os the stream @param object the object @return the stream; prints the object on one line
std::ostream& operator<<(std::ostream& os, const JsonObject& object);
} // namespace hsn
} // namespace ns3

#endif // JSON_OBJECT_H

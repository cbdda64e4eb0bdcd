// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_MIB_H
#define QOS_MIB_H

#include "qos-monitor.h"

#include "ns3/data-rate.h"
#include "ns3/json-object.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief Kinds of objects of the MIB.
enum QosMibKind
{
    QOS_MIB_GAUGE,     //!< Gauge32: stops at 2^32 - 1
    QOS_MIB_UNSIGNED,  //!< Unsigned32
    QOS_MIB_COUNTER,   //!< Counter64
    QOS_MIB_COUNTER32, //!< Counter32
    QOS_MIB_TICKS,     //!< TimeTicks
    QOS_MIB_STATUS     //!< INTEGER, a QosStatus
};

/// @ingroup hsn-qos
/// @brief A column of the table of connections, or a scalar.
struct QosMibObject
{
    const char* name; //!< without the module's prefix
    QosMibKind kind;  //!< of its values
};

/**
 * @ingroup hsn-qos
 * @brief The QoS-MIB of a host: what its monitor shows, as a table that does not change between two
 * updates.
 *
 * It is updated at each DisplayInterval of the monitor, so that all who read it between two updates
 * read the same. What a row does not have is absent, not 0.
 */
class QosMib : public Object
{
  public:
    static constexpr size_t COLUMNS = 14; //!< of the table, without its index
    static constexpr size_t SCALARS = 6;  //!< of the host

    /// A row of the table.
    struct Row
    {
        uint64_t connection;                  //!< id, first part of the index
        QosDirection direction;               //!< second part
        std::array<uint64_t, COLUMNS> values; //!< by column
        uint32_t present;                     //!< bit c: column c is there

        /// @param column of the row @return whether it is there
        bool Has(size_t column) const
        {
            return (present >> column & 1) != 0;
        }
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    QosMib();
    ~QosMib() override;

    /// @return columns of the table, in order
    static const std::array<QosMibObject, COLUMNS>& GetColumns();
    /// @return scalars, in order
    static const std::array<QosMibObject, SCALARS>& GetScalars();

    /// @param monitor that fills it, once
    void SetMonitor(Ptr<QosMonitor> monitor);
    /// @return monitor that fills it
    Ptr<QosMonitor> GetMonitor() const;
    /// Takes what the monitor has now.
    void Update();

    /// @param row of the monitor @param now time of the table @return row of it
    static Row Make(const QosRow& row, Time now);
    /// @return time of the last update
    Time GetTime() const;
    /// @return rows by connection, in before out
    const std::vector<Row>& GetRows() const;
    /// @param scalar number @return its value
    uint64_t GetScalar(size_t scalar) const;
    /// @param connection id @param direction 0 to 3 @return the first row behind this index, or end
    std::vector<Row>::const_iterator GetAfter(uint64_t connection, uint32_t direction) const;

    /// @brief TracedCallback signature. @param [in] mib that was updated
    typedef void (*UpdateTracedCallback)(Ptr<const QosMib> mib);

  protected:
    void DoDispose() override;

  private:
    DataRate m_bandwidth;                        //!< attribute
    Ptr<QosMonitor> m_monitor;                   //!< fills it
    Time m_time;                                 //!< of the last update
    std::vector<Row> m_rows;                     //!< in order
    std::array<uint64_t, SCALARS> m_scalars{};   //!< values
    TracedCallback<Ptr<const QosMib>> m_updated; //!< trace
};

/**
 * @ingroup hsn-qos
 * @brief Writes a QosMib at each update: as CSV, one line a row, or as JSON, one object a line.
 */
class QosMibExporter : public SimpleRefCount<QosMibExporter>
{
  public:
    /// How it is written.
    enum Format
    {
        CSV, //!< a head line, then a line for each row; what is absent is empty
        JSON //!< an object with the scalars and the rows; what is absent is missing
    };

    /// @param mib to be written from now on @param out where to, lives as long @param format how
    static void Connect(Ptr<QosMib> mib, std::ostream& out, Format format);

    /// @param id of a connection @return 16 hexadecimal digits
    static std::string WriteId(uint64_t id);
    /// @param mib a MIB @return it as JSON
    static JsonObject MakeJson(const QosMib& mib);

  private:
    /// @param out where to @param format how
    QosMibExporter(std::ostream& out, Format format);
    /// @param mib that was updated
    void Write(Ptr<const QosMib> mib);
    /// @param mib to be written as CSV
    void WriteCsv(const QosMib& mib);

    std::ostream& m_out; //!< where to
    Format m_format;     //!< how
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MIB_H

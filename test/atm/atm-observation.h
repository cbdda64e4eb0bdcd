// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is seen of a simulated network, so that two runs of it can be compared.
 */
#ifndef HSN_ATM_OBSERVATION_H
#define HSN_ATM_OBSERVATION_H

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Everything seen in one run: streams of records, each with the time first.
 *
 * A stream holds what has an order: cells of one VC at one port, PDUs at one host, counters read at
 * one object. Between streams no order is kept. A stream remembers how many records there were and
 * their hash; with `keep` also the records, to tell where two runs part.
 */
class AtmObservation
{
  public:
    /** @brief Records of one kind at one place. */
    class Stream
    {
      public:
        /** @param fields names of the values of a record, with spaces between, "time" first
         * @param owner told whether records are kept, and whether any are taken */
        Stream(const std::string& fields, const AtmObservation& owner);

        /** @brief Adds a record. @param values of its fields, time steps first */
        void Add(std::initializer_list<int64_t> values);
        /** @copydoc Add */
        void Add(const std::vector<int64_t>& values);

        /** @return records so far */
        uint64_t GetCount() const
        {
            return m_count;
        }

        /** @return hash of all records, in their order */
        uint64_t GetHash() const
        {
            return m_hash;
        }

        /** @return names of the values of a record */
        const std::vector<std::string>& GetFields() const
        {
            return m_fields;
        }

        /** @param i record, kept @return pointer to its values */
        const int64_t* GetRecord(uint64_t i) const
        {
            return m_values.data() + i * m_fields.size();
        }

        /** @param i record @return it in words */
        std::string Print(uint64_t i) const;

      private:
        /** @param values of a record @param n how many */
        void Add(const int64_t* values, std::size_t n);

        const AtmObservation& m_owner;     //!< all streams
        std::vector<std::string> m_fields; //!< names
        uint64_t m_count{0};               //!< records
        uint64_t m_hash{0};                //!< of all
        std::vector<int64_t> m_values;     //!< of all, if kept
    };

    /** @param keep whether records are kept */
    explicit AtmObservation(bool keep = false);
    AtmObservation(const AtmObservation&) = delete;
    AtmObservation& operator=(const AtmObservation&) = delete;

    /** @param name of a stream @param fields see Stream @return it, new or not; it stays there */
    Stream& Get(const std::string& name, const std::string& fields);

    /** @brief Takes no more records. */
    void Freeze();

    /** @return all streams */
    const std::map<std::string, Stream>& GetStreams() const
    {
        return m_streams;
    }

    /**
     * @brief Compares two runs.
     * @param a one @param b the other
     * @return whether all streams have the same records in the same order
     */
    static bool IsSame(const AtmObservation& a, const AtmObservation& b);

    /**
     * @brief Tells where two runs part: in each stream that differs, the first difference; the
     * earliest ones, and what is around them.
     * @param a one run, with all records kept @param nameA what it is called
     * @param b the other, too @param nameB what it is called
     * @return text of some lines; empty if the runs are the same
     */
    static std::string Explain(const AtmObservation& a,
                               const std::string& nameA,
                               const AtmObservation& b,
                               const std::string& nameB);

  private:
    bool m_keep;                             //!< see constructor
    bool m_frozen{false};                    //!< see Freeze
    std::map<std::string, Stream> m_streams; //!< by name
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_OBSERVATION_H

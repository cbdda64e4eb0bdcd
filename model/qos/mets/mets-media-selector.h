// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_MEDIA_SELECTOR_H
#define METS_MEDIA_SELECTOR_H

#include "mets-header.h"

#include "ns3/atm-frame-filter.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Copies the layers of a flow to those ports of a switch whose branches have been granted
 * them (QoS-A, 2.2.2.2).
 *
 * Reads the type that stands first in a METS packet, hence in the first cell of its frame. Frames
 * of another type go everywhere, and are counted. Works on any connection of METS, of an adapter or
 * a program that sends METS packets itself.
 */
class MediaSelector : public AtmFrameFilter
{
  public:
    /// Ports of the switches that QoS-A describes.
    static constexpr uint32_t MAX_SWITCH_PORTS = 4;

    /// @return the TypeId
    static TypeId GetTypeId();

    MediaSelector();
    ~MediaSelector() override;

    /**
     * @brief Sets what a branch gets from the next frame on, or with AtGopStart from the next group
     * of pictures on.
     * @param port number of the output, below MAX_SWITCH_PORTS
     * @param level 0: the base layer; 1: E1, too; 2: all. Initially 2
     */
    void SetLevel(uint32_t port, uint32_t level);
    /// @param port number of the output @return level that was set last
    uint32_t GetLevel(uint32_t port) const;
    /// @param port number of the output @return level in force
    uint32_t GetLevelInForce(uint32_t port) const;

  protected:
    uint64_t GetPorts(const Payload& payload, bool& known) override;

  private:
    /// Levels by port.
    using Levels = std::array<uint8_t, MAX_SWITCH_PORTS>;

    /// @param isAtGopStart attribute AtGopStart
    void SetAtGopStart(bool isAtGopStart);
    /// @return attribute AtGopStart
    bool IsAtGopStart() const;
    /// @param port number; one that does not exist ends the program
    static void CheckPort(uint32_t port);

    Setting<bool> m_atGopStart; //!< attribute AtGopStart
    Setting<Levels> m_wanted;   //!< set
    Lazy<Levels> m_levels;      //!< in force
};

/**
 * @ingroup hsn-qos
 * @brief Drops pictures above a level on their way through a switch, whatever the port: the filter
 * of a connection with one branch.
 */
class PictureDropFilter : public AtmFrameFilter
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    PictureDropFilter();
    ~PictureDropFilter() override;

  protected:
    uint64_t GetPorts(const Payload& payload, bool& known) override;

  private:
    /// @param level attribute Level
    void SetLevel(uint32_t level);
    /// @return attribute Level
    uint32_t GetLevel() const;

    Setting<uint32_t> m_level; //!< attribute Level
};
} // namespace hsn
} // namespace ns3

#endif // METS_MEDIA_SELECTOR_H

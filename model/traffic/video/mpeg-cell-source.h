// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_CELL_SOURCE_H
#define MPEG_CELL_SOURCE_H

#include "gop-model.h"

#include "ns3/atm-cell-source.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief The cells of a variable bit rate MPEG video, marked with their classes by CLP and the
 * congestion indication (see ex-clp.h): a source for long runs, without packets and events.
 *
 * A GopModel draws pictures. The headers and the data of each are rounded to whole PDUs of PduCells
 * at random, and all cells of SmoothWindow pictures are spread evenly over the time of these.
 * Phase pictures pass between StartTime and the first one: the groups of several videos begin at
 * different times.
 */
class MpegCellSource : public AtmCellSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    MpegCellSource();

    /// @return the model of its pictures; its MeanSize is set from MeanRate at the start
    Ptr<GopModel> GetModel() const;

    /// @return cells sent before now by class: headers, I, P, B
    const std::array<uint64_t, 4>& GetSentByClass() const;

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    bool DoBegin(int64_t now, int64_t slot, DataRate rate) override;
    void Draw() override;

    /// @return the next picture; a size of -1: there is none
    VideoFrame DrawFrame();
    /// Draws the pictures of a window.
    void DrawWindow();

    Ptr<GopModel> m_model;                   //!< of pictures
    Ptr<UniformRandomVariable> m_uniform;    //!< rounds sizes
    DataRate m_rate;                         //!< mean, 53 octets a cell
    double m_frameRate;                      //!< pictures/s
    uint32_t m_pduCells;                     //!< of a PDU
    uint32_t m_window;                       //!< SmoothWindow
    double m_phase;                          //!< pictures
    uint32_t m_groups;                       //!< of the video; 0: no end
    std::vector<VideoFrame> m_frames;        //!< all, if the video has an end
    std::size_t m_nextFrame{0};              //!< of these
    std::vector<uint8_t> m_pdus;             //!< classes in the present window
    double m_start{0};                       //!< of the present window, time steps
    double m_length{0};                      //!< of the present window, time steps
    uint64_t m_cell{0};                      //!< next one, of the present window
    int32_t m_drawn{-1};                     //!< class of the cell that is ready, or -1
    std::array<Ptr<AtmPdu>, 4> m_units;      //!< by class
    AtmLazy<std::array<uint64_t, 4>> m_sent; //!< by class
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_CELL_SOURCE_H

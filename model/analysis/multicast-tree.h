// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A multicast tree of lossy links, as a list of parents, and the trees of the paper fec-placement.
 */
#ifndef HSN_MULTICAST_TREE_H
#define HSN_MULTICAST_TREE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Where in a tree a link is. */
enum MulticastTreePart
{
    MULTICAST_SHARED, //!< on the path that all receivers share (loss q1)
    MULTICAST_BRANCH, //!< on a branch: behind the shared path, before a LAN if there is one (q2)
    MULTICAST_LAN     //!< on a LAN (q3)
};

/**
 * @ingroup hsn-analysis
 * @brief Tree 3 of fec-placement, section 2.3: a path that all receivers share, then a branch of
 * links for each.
 */
struct MulticastTree3
{
    uint32_t height{30};     //!< h: links from the source to each receiver, at least 1
    uint32_t branch{30};     //!< k: those of them that no other receiver uses, 1 to h
    uint32_t receivers{30};  //!< r, at least 1
    double sharedLoss{1e-3}; //!< q1: loss of a shared link, 0 to below 1
    double branchLoss{1e-3}; //!< q2: loss of a link of a branch, 0 to below 1

    /** @brief Throws std::invalid_argument, naming value and limit, unless all values are good. */
    void Check() const;
};

/**
 * @ingroup hsn-analysis
 * @brief Tree 4 of fec-placement, section 2.4: a shared path, a branch to each LAN, and a path of
 * its own for each receiver of a LAN.
 */
struct MulticastTree4
{
    uint32_t height{30};          //!< h: links from the source to each receiver, at least 2
    uint32_t branch{25};          //!< k: links of the branch to a LAN, 1 to h - l
    uint32_t lan{5};              //!< l: links in the LAN, 1 to h - 1
    uint32_t receivers{1000};     //!< r, a multiple of r_LAN
    uint32_t receiversPerLan{25}; //!< r_LAN, at least 1
    double sharedLoss{1e-3};      //!< q1: loss of a shared link, 0 to below 1
    double branchLoss{1e-3};      //!< q2: loss of a link of a branch, 0 to below 1
    double lanLoss{1e-4};         //!< q3: loss of a link of a LAN, 0 to below 1

    /** @brief Throws std::invalid_argument, naming value and limit, unless all values are good. */
    void Check() const;
};

/** @brief Which links of tree 3 or 4 are protected by FEC. */
enum MulticastFecScope
{
    MULTICAST_FEC_NONE, //!< none
    MULTICAST_FEC_ALL,  //!< all
    MULTICAST_FEC_WAN,  //!< tree 3: the shared links; tree 4: the shared links and the branches
    MULTICAST_FEC_LAN   //!< tree 3: the branches; tree 4: the LANs
};

/** @brief Between which points FEC works. */
enum MulticastFecSpan
{
    MULTICAST_FEC_LINK, //!< on every link
    MULTICAST_FEC_PATH  //!< from end to end of the shared path, of a branch, of a path in a LAN
};

/** @brief FEC as fec-placement has it (section 2): it multiplies a loss probability by a factor. */
struct MulticastFec
{
    MulticastFecScope scope{MULTICAST_FEC_NONE}; //!< what is protected
    MulticastFecSpan span{MULTICAST_FEC_LINK}; //!< by a code on every link, or by one for the path
    double factor{0.01};                       //!< of the loss probability, above 0, at most 1
};

/**
 * @ingroup hsn-analysis
 * @brief Loss of a path: 1 - (1 - q)^n, without cancellation.
 * @param loss q of each link, 0 to below 1
 * @param links n
 * @return probability that a packet does not arrive at the end
 */
double GetMulticastPathLoss(double loss, uint32_t links);

/**
 * @ingroup hsn-analysis
 * @brief Puts FEC on a tree. With MULTICAST_FEC_PATH the result has one link for each segment.
 * @param tree without FEC
 * @param fec what is protected
 * @return the same tree with the losses that FEC leaves
 */
MulticastTree3 ProtectMulticastTree(const MulticastTree3& tree, const MulticastFec& fec);
/// The same for a tree of two levels. @param tree without FEC @param fec what is protected
/// @return the same tree with the losses that FEC leaves
MulticastTree4 ProtectMulticastTree(const MulticastTree4& tree, const MulticastFec& fec);

/**
 * @ingroup hsn-analysis
 * @brief A tree of lossy links. Node 0 is the source; nodes without children are the receivers.
 *
 * Links have the number of the node that they lead to. A node is added behind all others, so that
 * the numbers of links that exist do not change.
 */
class MulticastTree
{
  public:
    /** @brief A link, from a node's parent to the node. */
    struct Link
    {
        uint32_t parent;        //!< node
        double loss;            //!< probability that a packet is lost on it
        MulticastTreePart part; //!< where it is
    };

    /**
     * @brief Adds a node and the link to it.
     * @param parent a node of the tree
     * @param loss probability that a packet is lost on the link, 0 to below 1
     * @param part where the link is
     * @return number of the node
     * Throws std::invalid_argument if there is no such parent, or if the loss is out of range.
     */
    uint32_t Add(uint32_t parent, double loss, MulticastTreePart part = MULTICAST_BRANCH);

    /**
     * @brief Adds a path of nodes, one behind the other.
     * @param parent a node of the tree
     * @param links number of links
     * @param loss of each link, 0 to below 1
     * @param part where they are
     * @return number of the last node; the parent if there are no links
     */
    uint32_t AddPath(uint32_t parent, uint32_t links, double loss, MulticastTreePart part);

    /** @return nodes, with the source */
    uint32_t GetNodes() const;
    /** @param node not the source @return the link to it */
    const Link& GetLink(uint32_t node) const;
    /** @return nodes without children, in ascending order; the source alone is none */
    std::vector<uint32_t> GetReceivers() const;
    /** @param part of the tree @return number of links there */
    uint32_t CountLinks(MulticastTreePart part) const;

    /**
     * @brief The tree in the language of Graphviz.
     * @param name of the graph: letters and digits
     * @return the text
     */
    std::string GetDot(const std::string& name) const;

    /**
     * @brief A link of its own for each receiver.
     * @param receivers at least 1
     * @param loss of each link, 0 to below 1
     * @return the tree
     */
    static MulticastTree MakeStar(uint32_t receivers, double loss);

    /**
     * @brief Tree 3.
     * @param tree its values; if they are bad, std::invalid_argument is thrown
     * @param segments one link in place of each path that has no forks, with the path's loss:
     * losses of receivers are distributed in the same way
     * @return the tree
     */
    static MulticastTree Make(const MulticastTree3& tree, bool segments);
    /** @copydoc Make(const MulticastTree3&, bool) */
    static MulticastTree Make(const MulticastTree4& tree, bool segments);

    /**
     * @brief Any tree.
     * @param parents of nodes 1, 2, ...: each a node before it
     * @param losses of the links to these nodes, each 0 to below 1
     * @return the tree; std::invalid_argument is thrown if the lists are bad
     */
    static MulticastTree MakeFromParents(const std::vector<uint32_t>& parents,
                                         const std::vector<double>& losses);

  private:
    std::vector<Link> m_links; //!< link to node i + 1
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_TREE_H

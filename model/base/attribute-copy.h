// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_ATTRIBUTE_COPY_H
#define HSN_ATTRIBUTE_COPY_H

#include "ns3/object.h"
#include "ns3/ptr.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Sets all attributes of an object that can be read and set to the values of another one.
 *
 * Attributes that point to an object point to the same one afterwards.
 *
 * @param from object whose attributes are read
 * @param to object of the same class
 */
void CopyAttributes(const Object& from, Object& to);

/**
 * @brief Makes a socket with the settings of a listening one, for a connection that is accepted.
 *
 * The copy constructor of the class has to copy only what is no attribute.
 *
 * @tparam T class of the socket, with a copy constructor
 * @param socket listening socket
 * @return a new socket with the same attributes
 */
template <typename T>
Ptr<T>
ForkSocket(const T& socket)
{
    const Ptr<T> copy = CopyObject(Ptr<const T>(&socket));
    CopyAttributes(socket, *copy);
    return copy;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_ATTRIBUTE_COPY_H

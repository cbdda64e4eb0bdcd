// SPDX-License-Identifier: GPL-2.0-only
/**
 * @mainpage Reference of classes
 *
 * Classes and functions for who writes programs. The manual (<a href="../index.html">here</a>) says
 * what they are for, and begins with complete programs.
 */
/**
 * @defgroup hsn High-speed networks
 *
 * Models of high-speed networks and tools for experiments with them. The manual starts in
 * doc/index.rst.
 */
/**
 * @ingroup hsn
 * @defgroup hsn-atm ATM: cells, AAL5, devices, switches, policing
 */
/**
 * @ingroup hsn
 * @defgroup hsn-analysis Closed forms of the papers
 */
/**
 * @ingroup hsn
 * @defgroup hsn-measure Metrics
 */
/**
 * @ingroup hsn
 * @defgroup hsn-helper Helpers
 */
/**
 * @ingroup hsn
 * @defgroup hsn-fec Erasure codes: field arithmetic, dispersal, parity
 */
/**
 * @ingroup hsn
 * @defgroup hsn-host Hosts: processors, costs of packets, queues
 */
/**
 * @ingroup hsn
 * @defgroup hsn-link Lean links: one event per packet, delays of flows, routing
 */
/**
 * @ingroup hsn
 * @defgroup hsn-traffic Sources of traffic, losses
 */
/**
 * @ingroup hsn
 * @defgroup hsn-qos Quality of service: admission control, monitor
 */
/**
 * @ingroup hsn
 * @defgroup hsn-transport Transports: congestion control, rate control
 */

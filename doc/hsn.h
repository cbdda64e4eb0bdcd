// SPDX-License-Identifier: GPL-2.0-only
/**
 * @defgroup hsn High-speed networks
 *
 * ATM to the cell, traffic contracts, and what experiments with them need. The manual is in
 * doc/hsn.rst.
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

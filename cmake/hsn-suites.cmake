# SPDX-License-Identifier: GPL-2.0-only
#
# The suite as tests of ctest: in two processes that take about the same time; once more, by the other
# engine for ATM, what uses ATM; and once more, with packets that have lists of their headers, what cuts,
# merges and fills up packets.

# Groups of tests that take longest: as much as the others and those by the other engine together.
set(HSN_LONG_GROUPS atm-engine atm-merging frm-farm-tree host-queueing rmtp-farm-members rmtp-farm-tree
                    surge-flow tcp-congestion tcp-hs-law tcp-hs-ns2 tcp-hs-start)

# Groups of tests that use ATM, but for atm-engine, which has both engines at work anyway; a test finds what
# is missing here
set(HSN_ATM_GROUPS
    aal5-plus-adaptation add-discard-policy admission-place admission-socket
    atm-change atm-channel atm-helper atm-host atm-marks-engine atm-marks-engine-long
    atm-merging atm-net-device atm-output-port atm-ring atm-selective atm-selective-long
    atm-switch boston boston-adaptive boston-gap boston-payload boston-payload-all
    boston-session burst-change burst-engine burst-memory cell-discard-policy cell-loss cell-source
    conformance-aal5 conformance-boston frm-socket gcra-shaper helper-attributes mets-congestion
    mets-control mets-group mets-host mets-management mets-parts mets-player
    mets-route mets-signalling mets-socket mets-times monitor-helper monitored-simulator mpeg-cell-source
    mpeg-stream-cutter mpeg-ts nif-device push-out qos-watch rmtp-atm slotted-queue
    usage-parameter-control xtp-all-seeds xtp-seeds xtp-transfer)

# Groups of tests that have all transports, and applications with packets of their own, at work
set(HSN_PRINTING_GROUPS
    adu atm-net-device boston-session conformance-aal5 conformance-boston conformance-fec-udp
    conformance-mm-poc conformance-snr conformance-sstp conformance-stop-wait conformance-tcp
    conformance-tear conformance-tfrc conformance-xtp fec-multicast fec-tunnel fec-udp-socket
    frm-socket lean-host mets-player mets-socket mm-poc-socket packet-pieces response-time rmtp-atm
    rmtp-property rmtp-socket snr-socket socket-progress sstp-ideal-control sstp-socket tear-socket
    think-time video-app xtp-transfer)

# add_suite(NAME COST GROUPS [VARIABLE...]): the suite, of which it runs GROUPS (separated by commas; after a
# '-': all others), with variables of the environment. What costs most begins first.
function(add_suite name cost groups)
  add_test(NAME ${name} COMMAND hsn-test-runner --suite=hsn --verbose)
  set_tests_properties(${name} PROPERTIES COST ${cost}
                       ENVIRONMENT "HSN_TEST_GROUPS=${groups};${ARGN}")
endfunction()

list(JOIN HSN_LONG_GROUPS "," _long)
list(JOIN HSN_ATM_GROUPS "," _atm)
list(JOIN HSN_PRINTING_GROUPS "," _printing)
add_suite(hsn 2 -${_long})
add_suite(hsn-long 3 ${_long})
add_suite(hsn-per-cell 1 ${_atm} NS_GLOBAL_VALUE=hsn::AtmEngine=PerCell)
add_suite(hsn-printing 0 ${_printing} HSN_TEST_PRINTING=1)

## -*- Mode: python; py-indent-offset: 4; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: GPL-2.0-only
#
# For ns-3.35, the last one with waf; its default C++17 is what the module needs. Later ones read
# CMakeLists.txt. The lists here and there must be equal: test/python/test_build_lists.py.


def configure(conf):
    pass


def build(bld):
    module = bld.create_ns3_module('hsn', ['core', 'network', 'internet', 'applications'])
    module.source = [
        'helper/atm-helper.cc',
        'helper/atm-switch-helper.cc',
        'helper/erf-record.cc',
        'helper/hsn-internet-helper.cc',
        'model/analysis/packet-train-model.cc',
        'model/atm/aal5-reassembler.cc',
        'model/atm/aal5.cc',
        'model/atm/atm-cell.cc',
        'model/atm/atm-channel.cc',
        'model/atm/atm-net-device.cc',
        'model/atm/atm-output-port.cc',
        'model/atm/atm-pdu.cc',
        'model/atm/atm-port.cc',
        'model/atm/atm-switch.cc',
        'model/atm/atm-traffic-contract.cc',
        'model/atm/atm-vc.cc',
        'model/atm/cell-burst.cc',
        'model/atm/cell-discard-policy.cc',
        'model/atm/gcra-shaper.cc',
        'model/atm/gcra.cc',
        'model/atm/preventive-tagger.cc',
        'model/atm/rfc2684.cc',
        'model/atm/usage-parameter-control.cc',
        'model/measure/json-object.cc',
        'model/transport/common/deadline-timer.cc',
        'model/transport/common/packet-byte-queue.cc',
        'model/transport/common/reassembly-queue.cc',
        'model/transport/common/stream-socket.cc',
        'model/transport/common/tick-clock.cc',
        'model/transport/common/tick-rtt-estimator.cc',
        'model/transport/tcp/indexed-tcp-socket-ack.cc',
        'model/transport/tcp/indexed-tcp-socket-factory.cc',
        'model/transport/tcp/indexed-tcp-socket-input.cc',
        'model/transport/tcp/indexed-tcp-socket-output.cc',
        'model/transport/tcp/indexed-tcp-socket.cc',
        'model/transport/tcp/tcp-bsd-reno.cc',
        'model/transport/tcp/tcp-rate-reduction.cc',
        'model/transport/tcp/tcp-rate-sampler.cc',
        'model/transport/tcp/tcp-scoreboard.cc',
        'model/transport/tcp/tcp-segment.cc',
    ]

    module_test = bld.create_ns3_module_test_library('hsn')
    module_test.source = [
        'test/analysis/packet-train-model-test.cc',
        'test/atm/aal5-reassembler-test.cc',
        'test/atm/aal5-test.cc',
        'test/atm/atm-cell-test.cc',
        'test/atm/atm-channel-test.cc',
        'test/atm/atm-net-device-test.cc',
        'test/atm/atm-output-port-test.cc',
        'test/atm/atm-switch-test.cc',
        'test/atm/cell-discard-policy-test.cc',
        'test/atm/gcra-shaper-test.cc',
        'test/atm/gcra-test.cc',
        'test/atm/rfc2684-test.cc',
        'test/atm/usage-parameter-control-test.cc',
        'test/helper/atm-helper-test.cc',
        'test/hsn-test-suite.cc',
        'test/measure/json-object-test.cc',
        'test/transport/stream-parts-test.cc',
        'test/transport/tcp-congestion-test.cc',
        'test/transport/tcp-connection-test.cc',
        'test/transport/tcp-interop-test.cc',
        'test/transport/tcp-scoreboard-test.cc',
        'test/transport/tcp-script-congestion-test.cc',
        'test/transport/tcp-script-connection-test.cc',
        'test/transport/tcp-script-data-test.cc',
        'test/transport/tcp-script-options-test.cc',
        'test/transport/tcp-script-test.cc',
        'test/transport/tcp-script.cc',
    ]

    headers = bld(features='ns3header')
    headers.module = 'hsn'
    headers.source = [
        'helper/atm-helper.h',
        'helper/atm-switch-helper.h',
        'helper/erf-record.h',
        'helper/hsn-internet-helper.h',
        'model/analysis/packet-train-model.h',
        'model/atm/aal5-reassembler.h',
        'model/atm/aal5.h',
        'model/atm/atm-cell.h',
        'model/atm/atm-channel.h',
        'model/atm/atm-net-device.h',
        'model/atm/atm-output-port.h',
        'model/atm/atm-pdu.h',
        'model/atm/atm-port.h',
        'model/atm/atm-switch.h',
        'model/atm/atm-timer.h',
        'model/atm/atm-traffic-contract.h',
        'model/atm/atm-vc-id.h',
        'model/atm/atm-vc.h',
        'model/atm/cell-burst.h',
        'model/atm/cell-discard-policy.h',
        'model/atm/cell-ring-buffer.h',
        'model/atm/gcra-shaper.h',
        'model/atm/gcra.h',
        'model/atm/preventive-tagger.h',
        'model/atm/rfc2684.h',
        'model/atm/usage-parameter-control.h',
        'model/hsn-compat.h',
        'model/measure/json-object.h',
        'model/transport/common/byte-range-set.h',
        'model/transport/common/deadline-timer.h',
        'model/transport/common/packet-byte-queue.h',
        'model/transport/common/reassembly-queue.h',
        'model/transport/common/stream-socket.h',
        'model/transport/common/tick-clock.h',
        'model/transport/common/tick-rtt-estimator.h',
        'model/transport/tcp/indexed-tcp-socket-factory.h',
        'model/transport/tcp/indexed-tcp-socket.h',
        'model/transport/tcp/tcp-bsd-reno.h',
        'model/transport/tcp/tcp-rate-reduction.h',
        'model/transport/tcp/tcp-rate-sampler.h',
        'model/transport/tcp/tcp-scoreboard.h',
        'model/transport/tcp/tcp-segment.h',
    ]

    if bld.env['ENABLE_EXAMPLES']:
        bld.recurse('examples')
        bld.recurse('bench')

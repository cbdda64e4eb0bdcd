# SPDX-License-Identifier: GPL-2.0-only
#
# The path of bench/tcp.cc in ns-2 (2.35): one bulk transfer sender - router - receiver.
#
#   ns tcp.tcl variant cubic seconds 10 ...      parameters as pairs of name and value
#
# What has to be said to ns-2 for the scenario to be the same as in ns-3:
#   * packet sizes are those on the wire, so its own header arithmetic is off (useHeaders_);
#   * no SYN exchange is modelled (syn_): the transfer begins one base round-trip time later, when
#     the handshake of ns-3's would be over, and the first data segment is sequence number 0;
#   * initial window 10, no other limit on the window; the least retransmission timeout is 1 s
#     (ns-2: 0.2 s); delayed ACKs as in ns-3: every second segment, or after 200 ms (ns-2: 100 ms);
#   * ACKs grow with SACK blocks in ns-3, not here; their direction is idle, so it does not matter;
#   * in both, the packet being sent has left the queue; but ns-2 drops the packet that would make
#     the queue as long as its limit, ns-3 only the next, hence the 1 added to the limit.
#
# The last line is a JSON object. With `trace FILE`, ns-2 writes every change of the window there:
# time in seconds, four numbers, cwnd_, window in segments. With `drop "N ..."`, packets N ... (from 1)
# are lost at the bottleneck.

array set p {
    variant cubic
    parameters ""
    seconds 10
    start 0.04
    mss 1448
    packet 1502
    ack 54
    rate 1e9
    accessRate 10e9
    delay 0.019
    accessDelay 0.001
    queue 2000
    initialWindow 10
    delayedAck 0.2
    drop 0
    trace ""
}
foreach {name value} $argv {
    if {![info exists p($name)]} {
        puts stderr "unknown parameter $name"
        exit 2
    }
    set p($name) $value
}

set ns [new Simulator]
set sender [$ns node]
set router [$ns node]
set receiver [$ns node]
$ns duplex-link $sender $router $p(accessRate) $p(accessDelay) DropTail
$ns duplex-link $router $receiver $p(rate) $p(delay) DropTail
$ns queue-limit $sender $router 1000000
$ns queue-limit $receiver $router 1000000
$ns queue-limit $router $receiver [expr {$p(queue) + 1}]

# counts what arrives at the bottleneck's queue and what is lost there
set bottleneck [$ns monitor-queue $router $receiver ""]
set access [$ns monitor-queue $sender $router ""]
set back [$ns monitor-queue $receiver $router ""]

if {$p(drop) ne "0"} {
    set errors [new ErrorModel/List]
    set numbers {}
    foreach n $p(drop) {
        lappend numbers [expr {$n - 1}]
    }
    $errors droplist $numbers
    $errors drop-target [new Agent/Null]
    $ns lossmodel $errors $router $receiver
}

if {$p(variant) eq "sack1"} {
    set tcp [new Agent/TCP/Sack1]
} else {
    set tcp [new Agent/TCP/Linux]
    $tcp set timestamps_ true
}
$tcp set useHeaders_ false
$tcp set packetSize_ $p(packet)
$tcp set syn_ false
$tcp set windowInit_ $p(initialWindow)
$tcp set window_ 10000000
$tcp set minrto_ 1
$tcp set maxrto_ 60
set sink [expr {$p(delayedAck) > 0 ? [new Agent/TCPSink/Sack1/DelAck] : [new Agent/TCPSink/Sack1]}]
$sink set packetSize_ $p(ack)
$sink set ts_echo_rfc1323_ true
if {$p(delayedAck) > 0} {
    $sink set interval_ $p(delayedAck)
}
$ns attach-agent $sender $tcp
$ns attach-agent $receiver $sink
$ns connect $tcp $sink
if {$p(variant) ne "sack1"} {
    $ns at 0 "$tcp select_ca $p(variant)"
    foreach {name value} $p(parameters) {
        $ns at 0 "$tcp set_ca_param $p(variant) $name $value"
    }
}

if {$p(trace) ne ""} {
    set file [open $p(trace) w]
    $tcp trace cwnd_
    $tcp attach $file
}

set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at $p(start) "$ftp start"
$ns at $p(seconds) finish

proc finish {} {
    global ns tcp p bottleneck access back file
    if {$p(trace) ne ""} {
        flush $file
        close $file
    }
    set segments [expr {[$tcp set ack_] + 1}]
    puts [format "{\"version\": \"%s\", \"segments\": %d, \"bytes\": %.0f, \"data_packets\": %.0f, \
\"ack_packets\": %.0f, \"queue_drops\": %.0f, \"retransmissions\": %d, \"timeouts\": %d}" \
        [ns-version] $segments [expr {$segments * double($p(mss))}] [$access set parrivals_] \
        [$back set parrivals_] [$bottleneck set pdrops_] [$tcp set nrexmitpack_] \
        [$tcp set nrexmit_]]
    exit 0
}
$ns run

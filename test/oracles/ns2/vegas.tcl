# SPDX-License-Identifier: GPL-2.0-only
#
# Bulk transfers by TCP Vegas in ns-2 (2.35, Agent/TCP/Vegas) over one bottleneck.
#
#   ns vegas.tcl flows 2 starts "0 1" seconds 3 csv FILE      parameters as pairs of name and value
#
# FILE gets a line for every data packet that a sender hands to its link: time in seconds, number of
# the flow, number of the packet in it from 0. Of all packets that leave the bottleneck, those whose
# numbers (from 0) are in `drops` are lost behind it.
#
# Packet sizes are those on the wire, no SYN exchange is modelled, and the initial slow start threshold
# is ns-2's, the window limit. ns-2 drops the packet that would make a queue as long as its limit,
# hence the 1 added to it; here no queue gets that long.

array set p {
    flows 1
    starts 0
    seconds 2
    drops ""
    rate 10e6
    accessRate 100e6
    delay 0.019
    accessDelay 0.001
    queue 100
    packet 1500
    ack 40
    window 1000
    csv ""
}
foreach {name value} $argv {
    if {![info exists p($name)]} {
        puts stderr "unknown parameter $name"
        exit 2
    }
    set p($name) $value
}

set ns [new Simulator]
set router [$ns node]
set receiver [$ns node]
$ns duplex-link $router $receiver $p(rate) $p(delay) DropTail
$ns queue-limit $router $receiver [expr {$p(queue) + 1}]
$ns queue-limit $receiver $router 1000000
if {$p(drops) ne ""} {
    set errors [new ErrorModel/List]
    $errors droplist $p(drops)
    $errors drop-target [new Agent/Null]
    $ns link-lossmodel $errors $router $receiver
}
set trace [open $p(csv).tr w]
for {set i 0} {$i < $p(flows)} {incr i} {
    set sender [$ns node]
    $ns duplex-link $sender $router $p(accessRate) $p(accessDelay) DropTail
    $ns queue-limit $sender $router 1000000
    $ns trace-queue $sender $router $trace
    set tcp [new Agent/TCP/Vegas]
    $tcp set useHeaders_ false
    $tcp set packetSize_ $p(packet)
    $tcp set syn_ false
    $tcp set window_ $p(window)
    $tcp set windowInit_ 2
    $tcp set minrto_ 1
    $tcp set fid_ $i
    set sink [new Agent/TCPSink]
    $sink set packetSize_ $p(ack)
    $ns attach-agent $sender $tcp
    $ns attach-agent $receiver $sink
    $ns connect $tcp $sink
    set ftp [new Application/FTP]
    $ftp attach-agent $tcp
    $ns at [lindex $p(starts) $i] "$ftp start"
}
$ns at $p(seconds) finish

proc finish {} {
    global ns p trace
    $ns flush-trace
    close $trace
    set in [open $p(csv).tr]
    set out [open $p(csv) w]
    puts $out "time_s,flow,packet"
    while {[gets $in line] >= 0} {
        # + time from to type size flags flow source destination number id
        if {[lindex $line 0] eq "+" && [lindex $line 4] eq "tcp"} {
            puts $out "[lindex $line 1],[lindex $line 7],[lindex $line 10]"
        }
    }
    close $out
    close $in
    file delete $p(csv).tr
    exit 0
}
$ns run

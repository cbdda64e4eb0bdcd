# SPDX-License-Identifier: GPL-2.0-only
#
# A TFRC flow that always has data in ns-2 (2.35, Agent/TFRC and Agent/TFRCSink) over one link.
#
#   ns tfrc.tcl lose 100 seconds 60 csv FILE        parameters as pairs of name and value
#
# FILE gets a line for every period: its end in seconds, data packets that the sender handed to its
# link, data packets that arrived. Of the data packets that leave the link, each `lose`-th is lost
# behind it; 0: none. Packet sizes are those on the wire. ns-2 drops the packet that would make a
# queue as long as its limit, hence the 1 added to it.
#
# ca: damping of oscillations, optional in RFC 5348 (4.5). rto: least t_RTO of the equation, s; above
# it, ns-2 takes that of a TCP, RFC 5348 recommends 4 R (3.1).

array set p {
    lose 0
    seconds 60
    period 1
    rate 2e6
    delay 0.02
    queue 20
    packet 1000
    feedback 68
    ca 0
    tick 0.001
    rto 0
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
set sender [$ns node]
set receiver [$ns node]
$ns duplex-link $sender $receiver $p(rate) $p(delay) DropTail
$ns queue-limit $sender $receiver [expr {$p(queue) + 1}]
$ns queue-limit $receiver $sender 1000000
if {$p(lose) > 0} {
    set errors [new ErrorModel/Periodic]
    $errors set period_ $p(lose)
    $errors unit pkt
    $errors drop-target [new Agent/Null]
    $ns link-lossmodel $errors $sender $receiver
}
set trace [open $p(csv).tr w]
$ns trace-queue $sender $receiver $trace

set tfrc [new Agent/TFRC]
$tfrc set packetSize_ $p(packet)
$tfrc set ca_ $p(ca)
$tfrc set tcp_tick_ $p(tick)
$tfrc set minrto_ $p(rto)
set sink [new Agent/TFRCSink]
$sink set packetSize_ $p(feedback)
$ns attach-agent $sender $tfrc
$ns attach-agent $receiver $sink
$ns connect $tfrc $sink
$ns at 0 "$tfrc start"
$ns at $p(seconds) finish

proc finish {} {
    global ns p trace receiver
    $ns flush-trace
    close $trace
    set in [open $p(csv).tr]
    set periods [expr {int(round($p(seconds) / $p(period)))}]
    for {set i 0} {$i < $periods} {incr i} {
        set sent($i) 0
        set received($i) 0
    }
    while {[gets $in line] >= 0} {
        # event time from to type size flags flow source destination number id
        set event [lindex $line 0]
        set from [lindex $line 2]
        if {[lindex $line 4] ne "tcpFriend"} {
            continue
        }
        set i [expr {int([lindex $line 1] / $p(period))}]
        if {$i < $periods && $event eq "+" && $from eq "0"} {
            incr sent($i)
        }
        if {$i < $periods && $event eq "r" && [lindex $line 3] eq [$receiver id]} {
            incr received($i)
        }
    }
    close $in
    set out [open $p(csv) w]
    puts $out "time_s,sent,received"
    for {set i 0} {$i < $periods} {incr i} {
        puts $out "[expr {($i + 1) * $p(period)}],$sent($i),$received($i)"
    }
    close $out
    file delete $p(csv).tr
    exit 0
}
$ns run

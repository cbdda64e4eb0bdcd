# SPDX-License-Identifier: GPL-2.0-only
#
# The GNU Scientific Library (GSL), by which model/analysis computes. Out of tree it is required,
# unless HSN_GSL is OFF; in an ns-3 tree it is used if ns-3 has found it (its option NS3_GSL).
# Sets HSN_HAVE_GSL and HSN_GSL_LIBRARIES, and removes from test_sources what needs GSL.

if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
  option(HSN_GSL "compute closed forms by GSL; OFF leaves them out" ON)
  if(HSN_GSL)
    find_package(GSL QUIET)
    if(NOT GSL_FOUND)
      message(FATAL_ERROR "hsn: GSL was not found. Install it (Debian: libgsl-dev; Fedora: gsl-devel), "
                          "or leave out what needs it with -DHSN_GSL=OFF")
    endif()
  endif()
  set(HSN_HAVE_GSL ${HSN_GSL})
elseif(GSL_FOUND)
  set(HSN_HAVE_GSL ON)
else()
  set(HSN_HAVE_GSL OFF)
endif()

set(HSN_GSL_LIBRARIES "")
if(HSN_HAVE_GSL)
  set(HSN_GSL_LIBRARIES ${GSL_LIBRARIES})
  include_directories(${GSL_INCLUDE_DIRS})
  set_source_files_properties(
    model/analysis/analysis-numeric.cc
    PROPERTIES COMPILE_DEFINITIONS HSN_HAVE_GSL
  )
else()
  message(STATUS "hsn: without GSL. Left out: the closed forms of packet-fec and boston, the programs "
                 "hsn-packet-fec-model and hsn-boston-model, redundancy that adapts to the loss "
                 "(FecRateController, BostonSocket with RedundancyPolicy Adaptive), TFRC's first loss "
                 "interval (TfrcLossHistory, TfrcSocket), and their tests")
  list(REMOVE_ITEM test_sources
    test/analysis/dispersal-model-test.cc
    test/analysis/packet-fec-model-test.cc
    test/transport/boston-adaptive-test.cc
    test/transport/fec-rate-controller-test.cc
    test/transport/tfrc-equation-test.cc
    test/transport/tfrc-loss-history-test.cc
    test/transport/tfrc-ns2-test.cc
    test/transport/tfrc-socket-property-test.cc
    test/transport/tfrc-socket-rate-test.cc
    test/transport/tfrc-socket-test.cc
  )
endif()

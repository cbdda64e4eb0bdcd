# SPDX-License-Identifier: GPL-2.0-only
#
# The GNU Scientific Library (GSL), by which model/analysis computes. Out of tree it is required,
# unless HSN_GSL is OFF; in an ns-3 tree it is used if ns-3 has found it (its option NS3_GSL).
# Sets HSN_HAVE_GSL and HSN_GSL_LIBRARIES, and removes from test_sources what needs GSL: files with a
# line "// Needs GSL." (programs with this line are left out by hsn-programs.cmake).

# define_where_used(FILES WORD DEFINITION): defines it for those files that contain the word
function(define_where_used files word definition)
  foreach(file ${files})
    file(STRINGS ${file} hit LIMIT_COUNT 1 REGEX "${word}")
    if(hit)
      set_property(SOURCE ${file} APPEND PROPERTY COMPILE_DEFINITIONS "${definition}")
    endif()
  endforeach()
endfunction()

# needs_gsl(FILE RESULT)
function(needs_gsl file result)
  file(STRINGS ${file} hit LIMIT_COUNT 1 REGEX "^// Needs GSL\\.$")
  if(hit)
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

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
  define_where_used("${source_files}" HSN_HAVE_GSL HSN_HAVE_GSL)
else()
  message(STATUS "hsn: without GSL. Left out: the closed forms of packet-fec and boston, the programs "
                 "hsn-packet-fec-model and hsn-boston-model, redundancy that adapts to the loss "
                 "(FecRateController, BostonSocket with RedundancyPolicy Adaptive), TFRC's first loss "
                 "interval (TfrcLossHistory, TfrcSocket), lines of HurstEstimator with hsn-bandwidth-probe, "
                 "hsn-bandwidth-probe-exact and hsn-trace-statistics, and their tests")
  foreach(file ${test_sources})
    needs_gsl(${file} needed)
    if(needed)
      list(REMOVE_ITEM test_sources ${file})
    endif()
  endforeach()
endif()

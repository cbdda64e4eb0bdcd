# SPDX-License-Identifier: GPL-2.0-only
#
# Builds an ns-3 contrib module outside an ns-3 tree, against an installed ns-3:
#   PyPI wheel   -DNS3_PREFIX=<site-packages>/ns3, or -DPython3_EXECUTABLE=<venv>/bin/python
#   Debian       no option needed: /usr
#   own install  -DNS3_PREFIX=<./ns3 install prefix>
# Provides ${lib<module>}, and from build-lib.cmake build_lib() and build_lib_example(), like ns-3's own
# CMake files. hsn-package.cmake describes the result to programs elsewhere.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
option(NS3_STANDALONE_TESTS "build the test runner" ON)
option(NS3_STANDALONE_EXAMPLES "build the examples" ON)
option(HSN_UNITY "compile several sources of tests and programs as one" ON)
option(HSN_SANITIZE "instrument with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HSN_FUZZ "build the fuzz targets (needs clang++)" OFF)
option(HSN_FUZZ_COVERAGE "with HSN_FUZZ: measure what inputs reach, see test/fuzz/coverage.sh" OFF)
set(NS3_PREFIX "" CACHE PATH "prefix of an installed ns-3 (empty: search)")

if(NOT NS3_PREFIX)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(Python3_Interpreter_FOUND)
    execute_process(
      COMMAND ${Python3_EXECUTABLE} -c
        "import sysconfig,os;p=os.path.join(sysconfig.get_path('platlib'),'ns3');print(p if os.path.isdir(p+'/include') else '',end='')"
      OUTPUT_VARIABLE _p ERROR_QUIET)
    if(_p)
      set(NS3_PREFIX ${_p} CACHE PATH "" FORCE)
    endif()
  endif()
endif()

# CMake does not search lib64/ on Debian, and would find a system ns-3 instead
if(NS3_PREFIX)
  find_package(ns3 REQUIRED CONFIG NO_DEFAULT_PATH
    PATHS ${NS3_PREFIX}/lib64/cmake/ns3 ${NS3_PREFIX}/lib/cmake/ns3 ${NS3_PREFIX})
else()
  find_package(ns3 REQUIRED CONFIG)
endif()
message(STATUS "ns-3 ${ns3_VERSION}: ${ns3_DIR}")

# the C++ standard that the installed headers need
if(NOT DEFINED CMAKE_CXX_STANDARD)
  if(ns3_VERSION VERSION_GREATER_EQUAL 3.46)
    set(CMAKE_CXX_STANDARD 23)
  elseif(ns3_VERSION VERSION_GREATER_EQUAL 3.41)
    set(CMAKE_CXX_STANDARD 20)
  else()
    set(CMAKE_CXX_STANDARD 17)
  endif()
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# ${libcore} and so on
include(${CMAKE_CURRENT_LIST_DIR}/hsn-ns3.cmake)
foreach(_target ${HSN_NS3_TARGETS})
  string(REGEX REPLACE "^ns3::(lib)?" "" _module ${_target})
  set(lib${_module} ${_target})
endforeach()

if(HSN_FUZZ AND HSN_FUZZ_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping -O1)
  add_link_options(-fprofile-instr-generate)
elseif(HSN_SANITIZE OR HSN_FUZZ)
  # shift-base: int64x64_t, behind each ns3::Time, shifts negative values to the left, which C++20 defines
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,shift-base -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer -g1 -O1)
  add_link_options(-fsanitize=address,undefined -fno-sanitize=vptr)
endif()
if(HSN_FUZZ AND NOT HSN_FUZZ_COVERAGE)
  # without coverage of the loops in which an input spends its time and learns nothing
  add_compile_options(
    -fsanitize=fuzzer-no-link
    -fsanitize-coverage-ignorelist=${CMAKE_SOURCE_DIR}/test/fuzz/no-coverage.txt)
endif()

# ccache finds units that use a precompiled header only if it is told that these have no __TIME__
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND (NOT CMAKE_CXX_COMPILER_LAUNCHER OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$"))
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

include(${CMAKE_CURRENT_LIST_DIR}/build-lib.cmake)

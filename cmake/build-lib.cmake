# SPDX-License-Identifier: GPL-2.0-only
#
# build_lib() and build_lib_example() for a build outside an ns-3 tree.
#
# A folder of model/ (or of model/host, model/transport, model/multicast, model/qos) is a room, and each room is a
# static library of its own. All rooms together are the shared library, which Python and the tests load.
# Programs are linked with the rooms: with every object of the rooms that they name in
# LIBRARIES_TO_LINK as ${libhsn-<room>}, so that all classes of these can be found by their names, and
# with those objects of other rooms, and of helper/, that these need. So a program is built without
# the rest of the library, and its file changes only with code that it can reach. A program that
# names no room gets all.

set(HSN_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include/ns3 ${CMAKE_BINARY_DIR}/lib)

# No folder of this machine becomes part of a program, so that the same sources make the same program
# everywhere: files are named from the root of the repository (of several prefixes that match, the
# last one counts), and ns-3's libraries are found through a link beside the programs.
get_target_property(_core ${libcore} LOCATION)
get_filename_component(_ns3_libraries ${_core} DIRECTORY)
file(CREATE_LINK ${_ns3_libraries} ${CMAKE_BINARY_DIR}/lib/ns-3 SYMBOLIC)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib;$ORIGIN/../lib/ns-3")
add_compile_options(
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_BINARY_DIR}/include/=
  -ffile-prefix-map=${NS3_PREFIX}/include/=)
add_link_options(-Wl,-rpath-link,${_ns3_libraries} -Wl,--build-id=none)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fpch-preprocess) # without it, ccache does not see changes of headers
endif()

# Headers that most units include, compiled once
set(HSN_PRECOMPILED
    <algorithm>
    <array>
    <deque>
    <functional>
    <map>
    <memory>
    <optional>
    <set>
    <sstream>
    <string>
    <unordered_map>
    <vector>
    <ns3/abort.h>
    <ns3/boolean.h>
    <ns3/data-rate.h>
    <ns3/double.h>
    <ns3/enum.h>
    <ns3/error-model.h>
    <ns3/inet-socket-address.h>
    <ns3/inet6-socket-address.h>
    <ns3/ipv4.h>
    <ns3/log.h>
    <ns3/net-device.h>
    <ns3/node-container.h>
    <ns3/nstime.h>
    <ns3/object-factory.h>
    <ns3/packet.h>
    <ns3/pointer.h>
    <ns3/random-variable-stream.h>
    <ns3/rtt-estimator.h>
    <ns3/simulator.h>
    <ns3/socket.h>
    <ns3/string.h>
    <ns3/tcp-congestion-ops.h>
    <ns3/traced-callback.h>
    <ns3/traced-value.h>
    <ns3/uinteger.h>)

# the programs of the build, one a line with its sources, for ./hsn
set(HSN_PROGRAMS ${CMAKE_BINARY_DIR}/programs.txt)
file(WRITE ${HSN_PROGRAMS} "")

# The room of a source or header: "atm" of model/atm/cell/x.h, "transport-tcp" of
# model/transport/tcp/x.h, "helper" of helper/x.h; empty for what is in none.
function(find_room file result)
  set(room "")
  if(file MATCHES "^model/(host|transport|multicast|qos)/([^/]+)/")
    set(room "${CMAKE_MATCH_1}-${CMAKE_MATCH_2}")
  elseif(file MATCHES "^model/([^/]+)/")
    set(room "${CMAKE_MATCH_1}")
  elseif(file MATCHES "^(helper)/")
    set(room "${CMAKE_MATCH_1}")
  endif()
  set(${result} "${room}" PARENT_SCOPE)
endfunction()

# How the library and the programs are compiled: all in the same way, since they share a precompiled
# header. (CMake would compile programs with -fPIE.)
function(use_code_options target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC -fno-semantic-interposition -ffunction-sections
                                           -fdata-sections)
endfunction()

# Tests spend their time in the library; to compile them with -O1 takes half as much again, and checks of
# their own code for undefined behaviour add almost half to it.
function(use_test_options target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC -O0)
  if(HSN_SANITIZE OR HSN_FUZZ)
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
endfunction()

# Tests of a family are compiled as one source, which takes a third of the time: most of it goes into
# templates of ns-3 that they share. A family are the tests of a folder whose names begin with the same
# word, a large one (tcp) by halves; the small ones of a folder are one family. Which tests are together
# hardly depends on what others there are, so that a new one can clash (by two things of one name) with
# its own family only.
function(group_tests files)
  foreach(file ${files})
    if(file MATCHES "^test/([^/]+)/(.*/)?([^/-]+)[^/]*$")
      set(family_${file} ${CMAKE_MATCH_1}-${CMAKE_MATCH_3})
      list(APPEND members_${family_${file}} ${file})
    endif()
  endforeach()
  foreach(file ${files})
    set(family ${family_${file}})
    list(LENGTH members_${family} size)
    if(size LESS 4)
      string(REGEX REPLACE "-.*" "" family "${family}")
    elseif(size GREATER 16)
      string(MD5 sum ${file})
      if(sum MATCHES "^[0-7]")
        string(APPEND family -other)
      endif()
    endif()
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP "${family}")
  endforeach()
endfunction()

# A target that makes a precompiled header for others, and nothing else
function(add_precompiled target libraries headers)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${target}.cc CONTENT "// Generated\n")
  add_library(${target} OBJECT ${CMAKE_BINARY_DIR}/${target}.cc)
  target_link_libraries(${target} PRIVATE ${libraries})
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# Makes a static library of each room; sets BL_ROOMS.
macro(add_rooms)
  set(BL_ROOMS "")
  foreach(_file ${BL_SOURCE_FILES} ${BL_HEADER_FILES})
    find_room(${_file} _room)
    get_filename_component(_name ${_file} NAME)
    set(_room_of_${_name} "${_room}")
    if(_room)
      list(APPEND _files_${_room} ${_file})
      list(APPEND BL_ROOMS ${_room})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES BL_ROOMS)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${BL_SOURCE_FILES} ${BL_HEADER_FILES})
  foreach(_room ${BL_ROOMS})
    add_library(${BL_LIBNAME}-room-${_room} STATIC ${_files_${_room}})
    set_target_properties(${BL_LIBNAME}-room-${_room} PROPERTIES LINKER_LANGUAGE CXX)
    use_code_options(${BL_LIBNAME}-room-${_room})
    target_precompile_headers(${BL_LIBNAME}-room-${_room} REUSE_FROM ${BL_LIBNAME}-precompiled)
    target_include_directories(${BL_LIBNAME}-room-${_room} PUBLIC ${CMAKE_BINARY_DIR}/include)
    target_link_libraries(${BL_LIBNAME}-room-${_room} PUBLIC ${BL_LIBRARIES_TO_LINK})
    set(lib${BL_LIBNAME}-${_room} ${BL_LIBNAME}-room-${_room})
    link_included_rooms(${_room})
  endforeach()
endmacro()

# A room needs those whose headers it includes. A helper needs rooms that a program which uses it
# names, and no program needs all helpers.
macro(link_included_rooms room)
  if(NOT ${room} STREQUAL helper)
    foreach(_file ${_files_${room}})
      file(STRINGS ${_file} _lines REGEX "^#include \"")
      foreach(_line ${_lines})
        string(REGEX REPLACE "^#include \"(ns3/)?([^\"]*)\".*" "\\2" _name "${_line}")
        if(_room_of_${_name} AND NOT _room_of_${_name} STREQUAL ${room})
          list(APPEND _needed_${room} ${BL_LIBNAME}-room-${_room_of_${_name}})
        endif()
      endforeach()
    endforeach()
    list(REMOVE_DUPLICATES _needed_${room})
    target_link_libraries(${BL_LIBNAME}-room-${room} PUBLIC ${_needed_${room}})
  endif()
endmacro()

# Lays all headers into one folder, as ns-3 does, and writes <module>-module.h.
macro(lay_out_headers)
  set(_module "// Generated\n#ifndef NS3_MODULE_${BL_LIBNAME}\n#define NS3_MODULE_${BL_LIBNAME}\n")
  foreach(_file ${BL_HEADER_FILES})
    get_filename_component(_name ${_file} NAME)
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${_file} ${CMAKE_BINARY_DIR}/include/ns3/${_name}
         SYMBOLIC COPY_ON_ERROR)
    string(APPEND _module "#include \"${_name}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/ns3/${BL_LIBNAME}-module.h
       CONTENT "${_module}#endif\n")
endmacro()

macro(build_lib)
  cmake_parse_arguments(BL "IGNORE_PCH" "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES;DEPRECATED_HEADER_FILES;PRIVATE_HEADER_FILES;MODULE_ENABLED_FEATURES"
    ${ARGN})
  set(lib${BL_LIBNAME} ${BL_LIBNAME})
  lay_out_headers()
  set(_headers ${HSN_PRECOMPILED})
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    list(APPEND _headers ${HSN_CMAKE_FOLDER}/no-line-numbers.h)
  endif()
  add_precompiled(${BL_LIBNAME}-precompiled "${BL_LIBRARIES_TO_LINK}" "${_headers}")
  use_code_options(${BL_LIBNAME}-precompiled)
  add_rooms()

  list(TRANSFORM BL_ROOMS REPLACE "(.+)" "$<TARGET_OBJECTS:${BL_LIBNAME}-room-\\1>" OUTPUT_VARIABLE _objects)
  add_library(${BL_LIBNAME} SHARED ${_objects})
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _v "${ns3_VERSION}")
  set_target_properties(${BL_LIBNAME} PROPERTIES OUTPUT_NAME "ns${_v}-${BL_LIBNAME}" LINKER_LANGUAGE CXX)
  target_include_directories(${BL_LIBNAME} PUBLIC $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>)
  target_link_libraries(${BL_LIBNAME} PRIVATE ${BL_LIBRARIES_TO_LINK})
  include(${HSN_CMAKE_FOLDER}/hsn-package.cmake)

  if(NS3_STANDALONE_TESTS)
    add_precompiled(${BL_LIBNAME}-test-precompiled "${BL_LIBRARIES_TO_LINK}" "${HSN_PRECOMPILED}")
    use_test_options(${BL_LIBNAME}-test-precompiled)
  endif()
  if(NS3_STANDALONE_TESTS AND BL_TEST_SOURCES)
    enable_testing()
    file(APPEND ${HSN_PROGRAMS} "${BL_LIBNAME}-test-runner test/standalone-test-runner.cc\n")
    add_executable(${BL_LIBNAME}-test-runner
                   ${CMAKE_CURRENT_SOURCE_DIR}/test/standalone-test-runner.cc ${BL_TEST_SOURCES})
    target_link_libraries(${BL_LIBNAME}-test-runner PRIVATE ${BL_LIBNAME})
    use_test_options(${BL_LIBNAME}-test-runner)
    group_tests("${BL_TEST_SOURCES}")
    set_target_properties(${BL_LIBNAME}-test-runner PROPERTIES UNITY_BUILD ${HSN_UNITY} UNITY_BUILD_MODE GROUP)
    target_precompile_headers(${BL_LIBNAME}-test-runner REUSE_FROM ${BL_LIBNAME}-test-precompiled)
  endif()
  if(NS3_STANDALONE_EXAMPLES AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
  if(HSN_FUZZ)
    add_subdirectory(test/fuzz)
  endif()
endmacro()

macro(build_lib_example)
  cmake_parse_arguments(BE "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN})
  file(RELATIVE_PATH _folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  list(TRANSFORM BE_SOURCE_FILES PREPEND " ./${_folder}/" OUTPUT_VARIABLE _sources)
  list(JOIN _sources "" _sources)
  file(APPEND ${HSN_PROGRAMS} "${BE_NAME}${_sources}\n")
  set(_named ${BE_LIBRARIES_TO_LINK})
  list(FILTER _named INCLUDE REGEX "^${BL_LIBNAME}-room-")
  list(FILTER BE_LIBRARIES_TO_LINK EXCLUDE REGEX "^${BL_LIBNAME}(-room-|$)")
  if(NOT _named)
    list(TRANSFORM BL_ROOMS PREPEND "${BL_LIBNAME}-room-" OUTPUT_VARIABLE _named)
  endif()
  list(TRANSFORM _named REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE _objects)
  add_executable(${BE_NAME} ${BE_SOURCE_FILES} ${_objects})
  # A program's sources share most of what they include. In those that measure this machine, each is
  # compiled by itself, as they are cut for.
  if(NOT ${BE_NAME} MATCHES "bench")
    set_target_properties(${BE_NAME} PROPERTIES UNITY_BUILD ${HSN_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  endif()
  target_link_libraries(${BE_NAME} PRIVATE ${BL_LIBNAME}-room-helper ${_named} ${BE_LIBRARIES_TO_LINK})
  target_link_options(${BE_NAME} PRIVATE -Wl,--gc-sections)
  # the same program with all classes of the library, made on request: see MonitoredSimulatorImpl
  add_executable(${BE_NAME}-monitored EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${BE_NAME}>)
  set_target_properties(${BE_NAME}-monitored PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(${BE_NAME}-monitored PRIVATE -Wl,--no-as-needed)
  target_link_libraries(${BE_NAME}-monitored PRIVATE ${BL_LIBNAME} ${BE_LIBRARIES_TO_LINK})
  if("${BE_SOURCE_FILES}" MATCHES "^test/")
    use_test_options(${BE_NAME})
    target_precompile_headers(${BE_NAME} REUSE_FROM ${BL_LIBNAME}-test-precompiled)
  else()
    use_code_options(${BE_NAME})
    target_precompile_headers(${BE_NAME} REUSE_FROM ${BL_LIBNAME}-precompiled)
  endif()
endmacro()

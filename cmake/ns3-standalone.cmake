# SPDX-License-Identifier: GPL-2.0-only
#
# Builds an ns-3 contrib module outside an ns-3 tree, against an installed ns-3:
#   PyPI wheel   -DNS3_PREFIX=<site-packages>/ns3, or -DPython3_EXECUTABLE=<venv>/bin/python
#   Debian       no option needed: /usr
#   own install  -DNS3_PREFIX=<./ns3 install prefix>
# Provides build_lib(), build_lib_example() and ${lib<module>} like ns-3's own CMake files.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
option(NS3_STANDALONE_TESTS "build the test runner" ON)
option(NS3_STANDALONE_EXAMPLES "build the examples" ON)
option(HSN_SANITIZE "instrument with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HSN_FUZZ "build the fuzz targets (needs clang++)" OFF)
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

# Imported targets: ns3::core (>= 3.38) or ns3::libcore (3.36, 3.37). A wheel's export names folders
# and libraries of the machine that built it; those that do not exist here are removed.
get_property(_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
set(NS3_LOG_AND_ASSERT_KNOWN OFF)
foreach(_t ${_imported})
  if(NOT _t MATCHES "^ns3::")
    continue()
  endif()
  get_target_property(_type ${_t} TYPE)
  if(_type STREQUAL "EXECUTABLE")
    continue()
  endif()
  string(REGEX REPLACE "^ns3::(lib)?" "" _m ${_t})
  set(lib${_m} ${_t})
  set(_keep "")
  get_target_property(_inc ${_t} INTERFACE_INCLUDE_DIRECTORIES)
  foreach(_d ${_inc})
    if(IS_DIRECTORY ${_d} AND NOT _d MATCHES "^/usr(/local)?(/include(/python.*)?)?$")
      list(APPEND _keep ${_d})
    endif()
  endforeach()
  if(NOT _keep)
    set(_keep "")
  endif()
  set_target_properties(${_t} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_keep}")
  set(_keep "")
  get_target_property(_lib ${_t} INTERFACE_LINK_LIBRARIES)
  foreach(_l ${_lib})
    if((IS_ABSOLUTE "${_l}" AND NOT EXISTS "${_l}") OR _l MATCHES "^[a-z]+\\.so$")
      continue()
    endif()
    list(APPEND _keep "${_l}")
  endforeach()
  set_target_properties(${_t} PROPERTIES INTERFACE_LINK_LIBRARIES "${_keep}")
  get_target_property(_def ${_t} INTERFACE_COMPILE_DEFINITIONS)
  if(_def)
    list(FILTER _def EXCLUDE REGEX "PROJECT_SOURCE_PATH")
    set_target_properties(${_t} PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${_def}")
  endif()
endforeach()

# Debian's export (3.37, a release build with logging and without assertions) has no definitions
get_target_property(_def ${libcore} INTERFACE_COMPILE_DEFINITIONS)
if(NOT _def MATCHES "NS3_LOG_ENABLE")
  add_compile_definitions(NS3_LOG_ENABLE)
endif()

if(HSN_SANITIZE OR HSN_FUZZ)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer -g -O1)
  add_link_options(-fsanitize=address,undefined -fno-sanitize=vptr)
endif()
if(HSN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

set(_inc ${CMAKE_BINARY_DIR}/include/ns3)
file(MAKE_DIRECTORY ${_inc})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set_property(GLOBAL PROPERTY USE_FOLDERS ON)

macro(build_lib)
  cmake_parse_arguments(BL "IGNORE_PCH" "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES;DEPRECATED_HEADER_FILES;PRIVATE_HEADER_FILES;MODULE_ENABLED_FEATURES"
    ${ARGN})
  set(lib${BL_LIBNAME} ${BL_LIBNAME})
  add_library(${BL_LIBNAME} SHARED ${BL_SOURCE_FILES})
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" _v "${ns3_VERSION}")
  set_target_properties(${BL_LIBNAME} PROPERTIES OUTPUT_NAME "ns${_v}-${BL_LIBNAME}")
  # calls within the library bypass its symbol table
  target_compile_options(${BL_LIBNAME} PRIVATE -fno-semantic-interposition)
  target_include_directories(${BL_LIBNAME} PUBLIC ${CMAKE_BINARY_DIR}/include)
  target_link_libraries(${BL_LIBNAME} PUBLIC ${BL_LIBRARIES_TO_LINK})
  set(_mod "// Generated\n#ifndef NS3_MODULE_${BL_LIBNAME}\n#define NS3_MODULE_${BL_LIBNAME}\n")
  foreach(_h ${BL_HEADER_FILES})
    get_filename_component(_n ${_h} NAME)
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${_h} ${CMAKE_BINARY_DIR}/include/ns3/${_n} SYMBOLIC COPY_ON_ERROR)
    string(APPEND _mod "#include \"${_n}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/ns3/${BL_LIBNAME}-module.h CONTENT "${_mod}#endif\n")
  if(NS3_STANDALONE_TESTS AND BL_TEST_SOURCES)
    enable_testing()
    add_executable(${BL_LIBNAME}-test-runner
                   ${CMAKE_CURRENT_SOURCE_DIR}/test/standalone-test-runner.cc ${BL_TEST_SOURCES})
    target_link_libraries(${BL_LIBNAME}-test-runner PRIVATE ${BL_LIBNAME})
    # the tests spend their time in the library; -O3 for them would double the build time
    target_compile_options(${BL_LIBNAME}-test-runner PRIVATE $<$<CONFIG:Release>:-O1>)
    add_test(NAME ${BL_LIBNAME} COMMAND ${BL_LIBNAME}-test-runner --suite=${BL_LIBNAME} --verbose)
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
  add_executable(${BE_NAME} ${BE_SOURCE_FILES})
  target_link_libraries(${BE_NAME} PRIVATE ${BE_LIBRARIES_TO_LINK})
endmacro()

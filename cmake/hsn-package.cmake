# SPDX-License-Identifier: GPL-2.0-only
#
# Lets programs elsewhere use the library: by find_package(hsn), which gives them the target hsn::hsn,
# and by pkg-config. Both find the build folder as well as an installation, which has the library, its
# headers and these descriptions, and nothing else.
#
# Included by build_lib(), whose variables BL_... it reads.

include(GNUInstallDirs)
set(HSN_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/${BL_LIBNAME})

# What users of the library need: ns-3's modules, and not the libraries by which it computes
set(_hsn_public ${BL_LIBRARIES_TO_LINK})
list(FILTER _hsn_public INCLUDE REGEX "^ns3::")
target_link_libraries(${BL_LIBNAME} INTERFACE ${_hsn_public})
target_include_directories(${BL_LIBNAME} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(${BL_LIBNAME} INTERFACE cxx_std_${CMAKE_CXX_STANDARD})
# a program may name classes of the library only in texts
set(_hsn_keep -Wl,--no-as-needed)
target_link_options(${BL_LIBNAME} INTERFACE ${_hsn_keep})

# It finds ns-3's libraries beside it, or through the link lib/ns-3
set_target_properties(${BL_LIBNAME} PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/ns-3")

# --- find_package ---------------------------------------------------------------------------

install(TARGETS ${BL_LIBNAME} EXPORT hsn-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT hsn-targets NAMESPACE hsn:: DESTINATION ${HSN_PACKAGE_FOLDER})
export(EXPORT hsn-targets NAMESPACE hsn:: FILE ${CMAKE_BINARY_DIR}/lib/cmake/hsn/hsn-targets.cmake)
configure_file(${HSN_CMAKE_FOLDER}/hsn-config.cmake.in
               ${CMAKE_BINARY_DIR}/lib/cmake/hsn/hsn-config.cmake @ONLY)
configure_file(${HSN_CMAKE_FOLDER}/hsn-ns3.cmake ${CMAKE_BINARY_DIR}/lib/cmake/hsn/hsn-ns3.cmake
               COPYONLY)
install(FILES ${CMAKE_BINARY_DIR}/lib/cmake/hsn/hsn-config.cmake ${HSN_CMAKE_FOLDER}/hsn-ns3.cmake
        DESTINATION ${HSN_PACKAGE_FOLDER})

install(FILES ${BL_HEADER_FILES} ${CMAKE_BINARY_DIR}/include/ns3/${BL_LIBNAME}-module.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
# a link to ns-3's libraries, unless they are where the library goes or where the linker searches
install(CODE "
  set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}\")
  if(NOT EXISTS \"\${folder}/libns${_v}-core.so\" AND NOT \"${_ns3_libraries}\" MATCHES \"^(/usr)?/lib(64|/[^/]*)?$\")
    file(CREATE_LINK \"${_ns3_libraries}\" \"\${folder}/ns-3\" SYMBOLIC)
    message(STATUS \"Installing: \${folder}/ns-3\")
  endif()")

# --- pkg-config -----------------------------------------------------------------------------

# Adds to a list what a target of ns-3 is linked with, each library once.
function(hsn_add_libraries target result)
  set(found ${${result}})
  if(target IN_LIST found)
    return()
  endif()
  list(APPEND found ${target})
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  foreach(library ${libraries})
    if(TARGET ${library})
      hsn_add_libraries(${library} found)
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

set(_hsn_all "")
foreach(_hsn_target ${_hsn_public})
  hsn_add_libraries(${_hsn_target} _hsn_all)
endforeach()

set(_hsn_flags "")
set(_hsn_libraries "-L${_ns3_libraries} -Wl,-rpath,${_ns3_libraries}")
foreach(_hsn_target ${_hsn_all})
  get_target_property(_hsn_file ${_hsn_target} LOCATION)
  string(REGEX REPLACE "^.*/lib(ns[^/]*)\\.so[^/]*$" "-l\\1" _hsn_name ${_hsn_file})
  string(APPEND _hsn_libraries " ${_hsn_name}")
  get_target_property(_hsn_folders ${_hsn_target} INTERFACE_INCLUDE_DIRECTORIES)
  get_target_property(_hsn_definitions ${_hsn_target} INTERFACE_COMPILE_DEFINITIONS)
  list(TRANSFORM _hsn_folders PREPEND "-I")
  list(TRANSFORM _hsn_definitions PREPEND "-D")
  list(APPEND _hsn_flags ${_hsn_folders} ${_hsn_definitions})
endforeach()
list(FILTER _hsn_flags EXCLUDE REGEX "NOTFOUND$")
list(REMOVE_DUPLICATES _hsn_flags)
list(JOIN _hsn_flags " " _hsn_flags)

function(hsn_write_pkg_config file libdir includedir)
  file(RELATIVE_PATH prefix /${libdir}/pkgconfig /)
  string(REGEX REPLACE "/$" "" prefix "${prefix}")
  configure_file(${HSN_CMAKE_FOLDER}/hsn.pc.in ${file} @ONLY)
endfunction()

hsn_write_pkg_config(${CMAKE_BINARY_DIR}/lib/pkgconfig/hsn.pc lib include)
hsn_write_pkg_config(${CMAKE_BINARY_DIR}/installed/hsn.pc ${CMAKE_INSTALL_LIBDIR}
                     ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/installed/hsn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

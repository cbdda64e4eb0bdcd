# SPDX-License-Identifier: GPL-2.0-only
#
# Makes the targets of an installed ns-3 usable on this machine. The module's own build includes this
# file after find_package(ns3), and so does hsn-config.cmake in the project of a user.
#
# Sets HSN_NS3_TARGETS, the libraries of ns-3: ns3::core ... (3.38 and later) or ns3::libcore ... (3.36,
# 3.37).

# The export of a wheel names folders and libraries of the machine that built it, and Debian's names
# folders of the system, which would come before others. What does not exist here or is searched
# anyway is removed.
function(hsn_correct_ns3_target target)
  get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set(kept "")
  foreach(folder ${folders})
    if(IS_DIRECTORY ${folder} AND NOT folder MATCHES "^/usr(/local)?(/include(/python.*)?)?$")
      list(APPEND kept ${folder})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${kept}")

  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  set(kept "")
  foreach(library ${libraries})
    if(NOT (IS_ABSOLUTE "${library}" AND NOT EXISTS "${library}") AND NOT library MATCHES "^[a-z]+\\.so$")
      list(APPEND kept "${library}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${kept}")

  get_target_property(definitions ${target} INTERFACE_COMPILE_DEFINITIONS)
  if(definitions)
    list(FILTER definitions EXCLUDE REGEX "PROJECT_SOURCE_PATH")
    set_target_properties(${target} PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${definitions}")
  endif()
endfunction()

get_property(_hsn_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
set(HSN_NS3_TARGETS "")
foreach(_hsn_target ${_hsn_imported})
  get_target_property(_hsn_type ${_hsn_target} TYPE)
  if(_hsn_target MATCHES "^ns3::" AND NOT _hsn_type STREQUAL "EXECUTABLE")
    hsn_correct_ns3_target(${_hsn_target})
    list(APPEND HSN_NS3_TARGETS ${_hsn_target})
  endif()
endforeach()

# Debian's export (3.37, a release build with logging and without assertions) has no definitions
foreach(_hsn_target ns3::core ns3::libcore)
  if(TARGET ${_hsn_target})
    get_target_property(_hsn_definitions ${_hsn_target} INTERFACE_COMPILE_DEFINITIONS)
    if(NOT _hsn_definitions MATCHES "NS3_LOG_ENABLE")
      set_property(TARGET ${_hsn_target} APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS NS3_LOG_ENABLE)
    endif()
  endif()
endforeach()

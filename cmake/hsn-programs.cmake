# SPDX-License-Identifier: GPL-2.0-only
#
# Programs are found by their place, too. In the folder's CMakeLists.txt,
#
#   hsn_paper([LIBRARY...])
#
# makes a program hsn-<name> of each <name>.cc that has a main(). Its other sources are those beside the
# headers that it includes, and those that have no header of their own and include one of these; its rooms (see build-lib.cmake) are those whose headers it, they and the
# headers of helpers include: a program that names a class in a string includes the class's header.
# LIBRARY is a further module of ns-3 that it needs, such as csma. A main() with the line
# "// Needs GSL." is left out without GSL.

# hsn_programs(PREFIX [LIBRARY...]): the same with another prefix than hsn-
function(hsn_programs prefix)
  file(GLOB mains CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(libraries ${libapplications} ${libpoint-to-point} ${libtraffic-control} ${libinternet} ${libnetwork}
                ${libcore})
  foreach(module ${ARGN})
    list(PREPEND libraries ${lib${module}})
  endforeach()
  foreach(main ${mains})
    has_main(${main} found)
    needs_gsl(${main} gsl)
    if(found AND (HSN_HAVE_GSL OR NOT gsl))
      find_program_parts(${main} sources rooms)
      get_filename_component(name ${main} NAME_WE)
      file(STRINGS ${main} isal LIMIT_COUNT 1 REGEX HSN_HAVE_ISAL)
      if(isal AND HSN_ISAL)
        define_where_used(${main} HSN_HAVE_ISAL HSN_HAVE_ISAL)
        list(APPEND rooms ${HSN_ISAL})
      endif()
      build_lib_example(
        NAME ${prefix}${name}
        SOURCE_FILES ${sources}
        LIBRARIES_TO_LINK ${libhsn} ${rooms} ${libraries}
      )
    endif()
  endforeach()
endfunction()

function(hsn_paper)
  hsn_programs(hsn- ${ARGN})
endfunction()

# has_main(FILE RESULT): ns-3's style has the name at the begin of a line
function(has_main file result)
  file(STRINGS ${file} hit LIMIT_COUNT 1 REGEX "^main\\(")
  if(hit)
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# find_sources_of(HEADER RESULT): the sources that implement a header of their folder
function(find_sources_of header result)
  get_filename_component(folder ${header} DIRECTORY)
  get_filename_component(name ${header} NAME)
  string(REGEX REPLACE "\\.h$" ".cc" own ${header})
  file(GLOB candidates ${folder}/*.cc)
  set(found "")
  foreach(source ${candidates})
    string(REGEX REPLACE "\\.cc$" ".h" other ${source})
    file(STRINGS ${source} hit LIMIT_COUNT 1 REGEX "^#include \"(ns3/)?${name}\"")
    has_main(${source} program)
    if(hit AND NOT program AND (source STREQUAL own OR NOT EXISTS ${other}))
      list(APPEND found ${source})
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# find_included(FILE FILES ROOMS): what the #include lines of a file name: files beside it and headers
# of helpers, and the rooms of other headers
function(find_included file files_result rooms_result)
  get_filename_component(folder ${file} DIRECTORY)
  set(files "")
  set(rooms "")
  file(STRINGS ${file} lines REGEX "^#include \"")
  foreach(line ${lines})
    string(REGEX REPLACE "^#include \"(ns3/)?([^\"]*)\".*" "\\2" name "${line}")
    if(EXISTS ${folder}/${name})
      get_filename_component(found ${folder}/${name} ABSOLUTE)
      list(APPEND files ${found})
    elseif(_room_of_${name} STREQUAL helper)
      list(APPEND files ${HSN_FOLDER}/helper/${name})
    elseif(_room_of_${name})
      list(APPEND rooms ${libhsn-${_room_of_${name}}})
    endif()
  endforeach()
  set(${files_result} ${files} PARENT_SCOPE)
  set(${rooms_result} ${rooms} PARENT_SCOPE)
endfunction()

# find_program_parts(MAIN SOURCES ROOMS): follows the #include lines from a source
function(find_program_parts main sources_result rooms_result)
  set(queue ${main})
  set(seen "")
  set(rooms "")
  while(queue)
    list(GET queue 0 file)
    list(REMOVE_AT queue 0)
    if(file IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${file})
    find_included(${file} included included_rooms)
    list(APPEND rooms ${included_rooms})
    foreach(found ${included})
      list(APPEND queue ${found})
      string(FIND "${found}" "${HSN_FOLDER}/helper/" place)
      if(NOT place EQUAL 0)
        find_sources_of(${found} sources)
        list(APPEND queue ${sources})
      endif()
    endforeach()
  endwhile()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${seen})
  set(sources "")
  foreach(file ${seen})
    if(file MATCHES "\\.cc$")
      file(RELATIVE_PATH source ${CMAKE_CURRENT_SOURCE_DIR} ${file})
      list(APPEND sources ${source})
    endif()
  endforeach()
  list(SORT sources)
  list(REMOVE_DUPLICATES rooms)
  list(SORT rooms)
  set(${sources_result} ${sources} PARENT_SCOPE)
  set(${rooms_result} ${rooms} PARENT_SCOPE)
endfunction()

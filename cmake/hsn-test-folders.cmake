# SPDX-License-Identifier: GPL-2.0-only
#
# A part of the tests: those in the folders of test/ that HSN_TEST_FOLDERS names, with the sources of
# other folders that they include. The runner is linked with the rooms whose headers these and the
# headers of helpers include, and with all rooms that these need: tests name classes in strings. The
# rest of the library is not built.

set(HSN_TEST_FOLDERS "" CACHE STRING
    "folders of test/ whose tests are built, with the rooms that they need (empty: all)")

# find_test_parts(TESTS SOURCES ROOMS): follows the #include lines from those of the sources TESTS that
# lie in the folders, or in test/ itself
function(find_test_parts tests sources_result rooms_result)
  set(queue "")
  foreach(file ${tests})
    string(REGEX MATCH "^test/([^/]+)/" in_folder ${file})
    if(NOT in_folder OR CMAKE_MATCH_1 IN_LIST HSN_TEST_FOLDERS)
      list(APPEND queue ${HSN_FOLDER}/${file})
    endif()
  endforeach()
  set(seen "")
  set(rooms "")
  while(queue)
    list(POP_FRONT queue file)
    if(file IN_LIST seen OR NOT EXISTS ${file})
      continue()
    endif()
    list(APPEND seen ${file})
    find_included(${file} included included_rooms)
    list(APPEND rooms ${included_rooms})
    foreach(found ${included})
      string(REGEX REPLACE "\\.h$" ".cc" source ${found})
      list(APPEND queue ${found} ${source})
    endforeach()
  endwhile()
  set(sources "")
  foreach(file ${seen})
    file(RELATIVE_PATH source ${HSN_FOLDER} ${file})
    if(source MATCHES "^test/.*\\.cc$") # tests include those of programs
      list(APPEND sources ${source})
    endif()
  endforeach()
  set(all "")
  while(rooms)
    list(POP_FRONT rooms room)
    if(NOT room IN_LIST all)
      list(APPEND all ${room})
      string(REGEX REPLACE "^hsn-room-" "" name ${room})
      list(APPEND rooms ${_needed_${name}})
    endif()
  endwhile()
  set(${sources_result} ${sources} PARENT_SCOPE)
  set(${rooms_result} ${all} PARENT_SCOPE)
endfunction()

# test_folders(TESTS): makes hsn-test-runner of that part
function(test_folders tests)
  find_test_parts("${tests}" sources rooms)
  build_lib_example(
    NAME hsn-test-runner
    SOURCE_FILES test/standalone-test-runner.cc ${sources}
    LIBRARIES_TO_LINK ${libhsn} ${rooms} ${libapplications} ${libcsma} ${libvirtual-net-device}
                      ${libpoint-to-point} ${libinternet} ${libnetwork} ${libcore} ${HSN_GSL_LIBRARIES}
                      ${HSN_ISAL}
  )
endfunction()

# SPDX-License-Identifier: GPL-2.0-only
#
# A part of the tests: those in the folders of test/ that HSN_TEST_FOLDERS names, with the sources of
# other folders that they include. The library is whole: tests name its classes in strings.

set(HSN_TEST_FOLDERS "" CACHE STRING
    "folders of test/ whose tests are built (empty: all)")

# find_test_sources(TESTS SOURCES): follows the #include lines from those of the sources TESTS that
# lie in the folders, or in test/ itself
function(find_test_sources tests sources_result)
  set(queue "")
  foreach(file ${tests})
    string(REGEX MATCH "^test/([^/]+)/" in_folder ${file})
    if(NOT in_folder OR CMAKE_MATCH_1 IN_LIST HSN_TEST_FOLDERS)
      list(APPEND queue ${HSN_FOLDER}/${file})
    endif()
  endforeach()
  set(seen "")
  while(queue)
    list(POP_FRONT queue file)
    if(file IN_LIST seen OR NOT EXISTS ${file})
      continue()
    endif()
    list(APPEND seen ${file})
    find_included(${file} included rooms)
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
  set(${sources_result} ${sources} PARENT_SCOPE)
endfunction()

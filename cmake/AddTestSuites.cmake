# Read by ctest: one test for each suite of a GoogleTest program. What a suite sets up, and what its tests keep for one
# another, is then made once and not once a test.
#
# attnlab_add_suites(<program> <prefix> <property> <value>...)
function(attnlab_add_suites program prefix)
  if(NOT EXISTS ${program})
    add_test(${prefix}not_built ${program})
    return()
  endif()
  execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "  # [^\n]*" "" listed "${listed}")  # what parameters and types are
  string(REPLACE "\n" ";" lines "${listed}")
  set(suite "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ]+)\\.$")
      set(suite ${CMAKE_MATCH_1})
    elseif(suite AND line MATCHES "^  " AND NOT line MATCHES "^  DISABLED_")
      add_test(${prefix}${suite} ${program} --gtest_filter=${suite}.*)
      set_tests_properties(${prefix}${suite} PROPERTIES ${ARGN})
      set(suite "")
    endif()
  endforeach()
endfunction()

# Writes a header with ATTNLAB_COMMIT, the commit that is built, "+changes" where files differ from it, or "" outside of
# a repository. Run as a script before each build: cmake -D SOURCE=… -D HEADER=….h -P Commit.cmake
cmake_minimum_required(VERSION 3.21)

function(git variable)
  execute_process(COMMAND git -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE code ERROR_QUIET)
  set(${variable} "${out}" PARENT_SCOPE)
  set(code "${code}" PARENT_SCOPE)
endfunction()

# A folder of another repository has no commit of its own.
set(commit "")
git(prefix rev-parse --show-prefix)
if(code STREQUAL "0" AND prefix STREQUAL "")
  git(commit rev-parse --short=10 HEAD)
  git(ignored diff --quiet HEAD)
  if(NOT code STREQUAL "0")
    string(APPEND commit "+changes")
  endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n#define ATTNLAB_COMMIT \"${commit}\"\n")

# Copies the public headers of core/ to a folder from which programs include them as <attnlab/…>: the umbrella headers,
# and all that they lead to. Run as a script:
#   cmake -D SOURCE=… -D UMBRELLAS="core/attnlab.h;…" -D CONFIG=build_config.h -D DESTINATION=…/attnlab -P StageHeaders.cmake
cmake_minimum_required(VERSION 3.21)

# Only where it differs, so that nobody compiles again what has not changed.
function(write_if_different file text)
  set(old "")
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# `text` as programs read it: includes by their public paths, and first of all the check of how the program is compiled.
function(public_text text variable)
  string(REPLACE "#include \"core/" "#include \"attnlab/" text "${text}")
  string(REPLACE "#pragma once\n" "#pragma once\n\n#include \"attnlab/build_config.h\"\n" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

file(READ ${CONFIG} config)
write_if_different(${DESTINATION}/build_config.h "${config}")
set(staged build_config.h)
set(waiting ${UMBRELLAS})
while(waiting)
  list(POP_FRONT waiting header)
  string(REGEX REPLACE "^core/" "" name ${header})
  if(name IN_LIST staged)
    continue()
  endif()
  list(APPEND staged ${name})
  file(READ ${SOURCE}/${header} text)
  string(REGEX MATCHALL "#include \"core/[^\"]+" includes "${text}")
  list(TRANSFORM includes REPLACE "#include \"" "")
  list(APPEND waiting ${includes})
  public_text("${text}" text)
  write_if_different(${DESTINATION}/${name} "${text}")
endwhile()

file(GLOB_RECURSE there RELATIVE ${DESTINATION} ${DESTINATION}/*)
list(REMOVE_ITEM there ${staged})
list(TRANSFORM there PREPEND ${DESTINATION}/)
if(there)
  file(REMOVE ${there})
endif()

# Installs BUILD, moves the result elsewhere, and uses it from projects that know only that folder.
cmake_minimum_required(VERSION 3.21)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/moved)
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${SCRATCH}/installed)
file(RENAME ${SCRATCH}/installed ${prefix})

# What was installed must not lead back to the folders that it was built in.
file(GLOB package ${prefix}/${LIBDIR}/cmake/AttentionLab/*.cmake ${prefix}/${LIBDIR}/pkgconfig/*.pc)
foreach(wanted AttentionLabConfig.cmake attnlab.pc)
  if(NOT package MATCHES "/${wanted}")
    message(FATAL_ERROR "${wanted} was not installed")
  endif()
endforeach()
foreach(file IN LISTS package)
  file(READ ${file} text)
  foreach(folder ${SOURCE} ${BUILD} ${SCRATCH})
    string(FIND "${text}" "${folder}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${file} mentions ${folder}")
    endif()
  endforeach()
endforeach()

# Pages are installed where they were made.
if(EXISTS ${BUILD}/api/html/index.html AND NOT EXISTS ${prefix}/${DOCDIR}/api/index.html)
  message(FATAL_ERROR "the API pages were not installed")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/headers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/programs.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/refused.cmake)

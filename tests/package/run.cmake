# Functions of the package test: they run a command, or build a project, and end the test where that fails.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed with ${code}: ${command}")
  endif()
endfunction()

function(build_project source binary)
  run(${CMAKE_COMMAND} -S ${source} -B ${binary} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${prefix}
      -D CMAKE_BUILD_TYPE=${CONFIG} -D "CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" -D CMAKE_CXX_COMPILER=${COMPILER}
      -D CMAKE_CXX_EXTENSIONS=OFF)
  run(${CMAKE_COMMAND} --build ${binary})
endfunction()

# What pkg-config answers, as a list.
function(pkg_config variable)
  set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
  execute_process(COMMAND pkg-config ${ARGN} OUTPUT_VARIABLE out RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "pkg-config ${ARGN} failed with ${code}")
  endif()
  string(STRIP "${out}" out)
  separate_arguments(out UNIX_COMMAND "${out}")
  set(${variable} "${out}" PARENT_SCOPE)
endfunction()

# attnlab_build_config(<file>): writes the header in which users' compilers find what the library was compiled for, so
# that a file compiled otherwise is refused.
include_guard()

# Macros of all that Eigen's code depends on.
set(attnlab_instruction_sets __SSE3__ __SSSE3__ __SSE4_1__ __SSE4_2__ __AVX__ __AVX2__ __FMA__ __F16C__
  __AVX512F__ __AVX512DQ__ __AVX512BF16__ __ARM_NEON)

# What the preprocessor makes of `text` with the library's flags.
function(attnlab_preprocess text variable)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM eigen PREPEND "-I")
  file(WRITE ${PROJECT_BINARY_DIR}/build_config_probe.cpp "${text}")
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${attnlab_arch_flags} ${eigen} -std=c++20 -E -P
            ${PROJECT_BINARY_DIR}/build_config_probe.cpp
    OUTPUT_VARIABLE out ERROR_VARIABLE error RESULT_VARIABLE code)
  if(code)
    message(FATAL_ERROR "the compiler does not say what it compiles for: ${error}")
  endif()
  set(${variable} "${out}" PARENT_SCOPE)
endfunction()

function(attnlab_build_config file)
  set(probe "#include <Eigen/Core>\nattnlab_align EIGEN_MAX_ALIGN_BYTES\n")
  foreach(set IN LISTS attnlab_instruction_sets)
    string(APPEND probe "#ifdef ${set}\nattnlab_has \"${set}\"\n#endif\n")
  endforeach()
  attnlab_preprocess("${probe}" out)
  if(NOT out MATCHES "attnlab_align ([0-9]+)")
    message(FATAL_ERROR "Eigen does not say how it aligns")
  endif()
  set(align ${CMAKE_MATCH_1})
  set(same "")
  set(has "")
  foreach(set IN LISTS attnlab_instruction_sets)
    if(out MATCHES "attnlab_has \"${set}\"")
      string(REGEX REPLACE "^__|__$" "" name ${set})
      list(APPEND has ${name})
      list(APPEND same "defined(${set})")
    else()
      list(APPEND same "!defined(${set})")
    endif()
  endforeach()
  set(needs "no -march")
  if(attnlab_arch_flags)
    set(needs "${attnlab_arch_flags}, which its CMake package and pkg-config give")
  endif()
  if(attnlab_arch STREQUAL "native")
    string(APPEND needs ", on a processor like the one that it was built on")
  endif()
  list(JOIN same " && \\\n      " same)
  list(JOIN has " " has)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/build_config.h.in ${file} @ONLY)
endfunction()

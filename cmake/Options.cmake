# Interface targets that all our targets link: warnings, and code generation.
add_library(attnlab_warnings INTERFACE)
target_compile_options(attnlab_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion>
  # An Index is a subscript as it is, also where containers count in 32 bits; Clang's -Wconversion would ask for a cast.
  $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-sign-conversion>
  $<$<AND:$<CXX_COMPILER_ID:Clang,AppleClang>,$<EQUAL:${CMAKE_SIZEOF_VOID_P},4>>:-Wno-shorten-64-to-32>)

# Code generation travels to users of the installed library: Eigen's memory
# alignment depends on -march, so both sides of the interface must agree.
add_library(attnlab_codegen INTERFACE)
set_target_properties(attnlab_codegen PROPERTIES EXPORT_NAME codegen)
set(ATTNLAB_ARCH "" CACHE STRING "Instruction set to build for, as in -march=NAME, instead of this machine's")
if(ATTNLAB_ARCH)
  set(attnlab_arch ${ATTNLAB_ARCH})
elseif(ATTNLAB_NATIVE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-march=native ATTNLAB_KNOWS_NATIVE)  # some compilers of macOS for Arm do not
  if(ATTNLAB_KNOWS_NATIVE)
    set(attnlab_arch native)
  endif()
endif()
set(attnlab_arch_flags "")
if(attnlab_arch)
  set(attnlab_arch_flags -march=${attnlab_arch})
endif()
# A target's property ATTNLAB_PROCESSOR is another instruction set, or "any": for targets that compute with no model's
# numbers, so that their object files go with a library for any instruction set. Nothing of Eigen may be among their
# headers, whose inline code would be another for each; see core/tensor/eigen_maps.h.
set(processor $<TARGET_PROPERTY:ATTNLAB_PROCESSOR>)
set(any_processor $<STREQUAL:${processor},any>)
target_compile_options(attnlab_codegen INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:$<IF:$<STREQUAL:${processor},>,${attnlab_arch_flags},$<$<NOT:${any_processor}>:-march=${processor}>>>)
target_compile_definitions(attnlab_codegen INTERFACE $<${any_processor}:ATTNLAB_ANY_PROCESSOR>)
# Eigen counts in the library's Index, of 64 bits, also where pointers have 32.
target_compile_definitions(attnlab_codegen INTERFACE EIGEN_DEFAULT_DENSE_INDEX_TYPE=std::int64_t)
# LLVM's C++ library, in macOS and browsers, has stop tokens before its version 20 as an experiment only.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#include <stop_token>\nint main() { return std::stop_token().stop_requested(); }"
  ATTNLAB_HAS_STOP_TOKENS)
if(NOT ATTNLAB_HAS_STOP_TOKENS)
  target_compile_options(attnlab_codegen INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fexperimental-library>)
  target_link_options(attnlab_codegen INTERFACE -fexperimental-library)
endif()
if(NOT ATTNLAB_THREADS)
  target_compile_definitions(attnlab_codegen INTERFACE ATTNLAB_NO_THREADS)
endif()
set(attnlab_sanitize_flags "")
if(ATTNLAB_SANITIZE)
  # Anything undefined ends the test that met it.
  set(attnlab_sanitize_flags -fsanitize=${ATTNLAB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(attnlab_codegen INTERFACE ${attnlab_sanitize_flags})
  target_link_options(attnlab_codegen INTERFACE -fsanitize=${ATTNLAB_SANITIZE})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 reports false positives deep inside the standard library and Eigen when it inlines at -O3.
  target_compile_options(attnlab_warnings INTERFACE
    -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized -Wno-restrict
    $<$<CONFIG:Release>:-Wno-uninitialized>)
endif()

# For code that does little work, as commands, views that hand matrices to widgets, and tests: half the compiler's time.
set(attnlab_little_work $<$<CONFIG:Release>:-O1>)
# For tests themselves: a sixth less again.
set(attnlab_test_work $<$<CONFIG:Release>:-Og>)

# GCC looks for memory to free from 128 MB on, each time that it holds twice as much: a sixth of its time. Where there is
# memory for each processor, it begins at 1 GB; its largest batches then take 3.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_of_core "${memory} / ${cores}")
if(memory_of_core GREATER 3500)  # in MiB
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1048576>)
endif()

# Headers that most sources of a target include, read once: three fifths of the compiler's time is reading headers.
# The release preset reads headers once for each batch of sources instead, where this would gain nothing more.
function(attnlab_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <functional> <memory> <optional> <span> <string> <string_view> <vector> ${ARGN})
endfunction()

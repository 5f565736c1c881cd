# Installs BUILD, moves the result elsewhere, and uses it from projects that know only that folder.
cmake_minimum_required(VERSION 3.21)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed with ${code}: ${command}")
  endif()
endfunction()

function(build_project source binary)
  run(${CMAKE_COMMAND} -S ${source} -B ${binary} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${prefix}
      -D CMAKE_BUILD_TYPE=${CONFIG} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_EXTENSIONS=OFF)
  run(${CMAKE_COMMAND} --build ${binary})
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/moved)
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${SCRATCH}/installed)
file(RENAME ${SCRATCH}/installed ${prefix})

# The package must not lead back to the folders that it was built in.
file(GLOB package ${prefix}/${LIBDIR}/cmake/AttentionLab/*.cmake)
if(NOT package)
  message(FATAL_ERROR "no CMake package was installed")
endif()
foreach(file IN LISTS package)
  file(READ ${file} text)
  foreach(folder ${SOURCE} ${BUILD} ${SCRATCH})
    string(FIND "${text}" "${folder}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${file} mentions ${folder}")
    endif()
  endforeach()
endforeach()

# Every installed header is usable with nothing but the installed headers.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include/attnlab ${prefix}/include/attnlab/*.h)
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
list(JOIN headers "" includes)
file(WRITE ${SCRATCH}/headers/main.cpp "${includes}int main() {}\n")
file(WRITE ${SCRATCH}/headers/CMakeLists.txt
"cmake_minimum_required(VERSION 3.21)
project(Headers LANGUAGES CXX)
find_package(AttentionLab REQUIRED)
add_executable(headers main.cpp)
target_link_libraries(headers PRIVATE AttentionLab::core)
")
build_project(${SCRATCH}/headers ${SCRATCH}/headers/build)

build_project(${SOURCE}/examples ${SCRATCH}/examples)
file(GLOB examples ${SOURCE}/examples/*.cpp)
foreach(example IN LISTS examples)
  get_filename_component(name ${example} NAME_WE)
  run(${SCRATCH}/examples/${name})
endforeach()

file(GLOB program ${prefix}/bin/attention-lab)
if(program)
  run(${program} --version)
endif()

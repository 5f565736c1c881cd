# attnlab_headers: makes the headers that programs include as <attnlab/…>, in ${attnlab_include}.
include(BuildConfig)

set(umbrellas core/attnlab.h)
if(ATTNLAB_GPU)
  list(APPEND umbrellas core/gpu/gpu.h core/gpu/training/gpu_step_device.h)
endif()
attnlab_build_config(${PROJECT_BINARY_DIR}/build_config.h)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.h)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/headers.stamp
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D "UMBRELLAS=${umbrellas}"
          -D CONFIG=${PROJECT_BINARY_DIR}/build_config.h -D DESTINATION=${attnlab_include}/attnlab
          -P ${CMAKE_CURRENT_LIST_DIR}/StageHeaders.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/headers.stamp
  DEPENDS ${headers} ${PROJECT_BINARY_DIR}/build_config.h ${CMAKE_CURRENT_LIST_DIR}/StageHeaders.cmake
  COMMENT "Public headers" VERBATIM)
add_custom_target(attnlab_headers ALL DEPENDS ${PROJECT_BINARY_DIR}/headers.stamp)

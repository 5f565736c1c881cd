# Installs the library with its headers and the CMake package AttentionLab.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/AttentionLab)

if(ATTNLAB_GPU)
  set(gpu attnlab_gpu)
endif()
install(TARGETS attnlab_core attnlab_codegen ${gpu} EXPORT AttentionLabTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attnlab
  FILES_MATCHING PATTERN *.h)
install(EXPORT AttentionLabTargets NAMESPACE AttentionLab:: DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/AttentionLabConfig.cmake.in
  ${PROJECT_BINARY_DIR}/AttentionLabConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0, a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/AttentionLabConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/AttentionLabConfig.cmake
              ${PROJECT_BINARY_DIR}/AttentionLabConfigVersion.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

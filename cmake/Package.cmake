# Installs the library with its public headers, the CMake package AttentionLab, pkg-config files, examples and pages.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/AttentionLab)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(ATTNLAB_GPU)
  set(gpu attnlab_gpu)
endif()
install(TARGETS attnlab_core attnlab_codegen ${gpu} EXPORT AttentionLabTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${attnlab_include}/attnlab DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT AttentionLabTargets NAMESPACE AttentionLab:: DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/AttentionLabConfig.cmake.in
  ${PROJECT_BINARY_DIR}/AttentionLabConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0, a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/AttentionLabConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/AttentionLabConfig.cmake
              ${PROJECT_BINARY_DIR}/AttentionLabConfigVersion.cmake DESTINATION ${package_dir})

# The folders are told from where the files lie, so that the installed tree can be moved.
set(full_pkgconfig_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH include_from_here ${full_pkgconfig_dir} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
list(JOIN attnlab_sanitize_flags " " sanitize)
list(JOIN attnlab_arch_flags " " arch)
foreach(name attnlab attnlab-gpu)
  if(name STREQUAL "attnlab" OR ATTNLAB_GPU)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pkgconfig_dir})
  endif()
endforeach()

if(PROJECT_IS_TOP_LEVEL)
  include(Api)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/docs/library.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(ATTNLAB_PACKAGE)
  include(Desktop)
  include(SystemPackages)
else()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

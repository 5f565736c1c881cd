# The Debian packages attention-lab and attention-lab-dev, made by CPack: the settings that only Debian packages have.
string(REGEX REPLACE "\n- " "\n  * " changes "\n${attnlab_changes}")
string(REGEX REPLACE "\n  ([^ *])" "\n    \\1" changes "${changes}")
string(STRIP "${changes}" changes)
attnlab_release_date(date -R)
file(WRITE ${made}/changelog
"attention-lab (${PROJECT_VERSION}) unstable; urgency=medium

  ${changes}

 -- ${ATTNLAB_MAINTAINER}  ${date}
")
execute_process(COMMAND ${GZIP} -9 -n -k -f ${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/attention-lab COMPONENT debian)
install(FILES ${made}/copyright ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/attention-lab-dev
  COMPONENT dev)

set(CPACK_COMPONENTS_ALL runtime debian dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
if(ATTNLAB_WEBSITE)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${ATTNLAB_WEBSITE})
endif()

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME attention-lab)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib/attention-lab/libraries)
# OpenGL is loaded when the window opens, by name.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libgl1, libegl1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-wqy-microhei, libdecor-0-plugin-1-gtk | libdecor-0-plugin-1-cairo")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"${attnlab_synopsis}
${attnlab_description}")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME attention-lab-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libeigen3-dev (>= ${attnlab_eigen_version}), nlohmann-json3-dev, libepoxy-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION
"library of Attention Lab for programs of one's own
Models, training and traces of Transformers as a static C++20 library, with
headers, a CMake package, pkg-config files and examples. It computes for any
processor of the architecture.")

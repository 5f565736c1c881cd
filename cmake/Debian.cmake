# The Debian packages attention-lab and attention-lab-dev, made by CPack: what they say, and their legal files.
set(ATTNLAB_MAINTAINER "The Attention Lab authors <maintainers@attention-lab.invalid>" CACHE STRING
  "Who answers for the Debian packages: Name <address>")

# The licenses of what is compiled into ours, or lies beside it in the archive, belong to it.
execute_process(COMMAND bash ${PROJECT_SOURCE_DIR}/scripts/licenses.sh OUTPUT_VARIABLE copyright
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${made}/copyright "${copyright}")

# The newest section of the list of changes, as Debian writes it.
file(READ ${PROJECT_SOURCE_DIR}/CHANGELOG.md changes)
string(REGEX REPLACE "^.*\n## ${PROJECT_VERSION},[^\n]*\n+" "" changes "${changes}")
string(REGEX REPLACE "\n## .*$" "" changes "${changes}")
string(REGEX REPLACE "\n- " "\n  * " changes "\n${changes}")
string(REGEX REPLACE "\n  ([^ *])" "\n    \\1" changes "${changes}")
string(STRIP "${changes}" changes)
execute_process(COMMAND date -u -R -d "${release_date} 12:00" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${made}/changelog
"attention-lab (${PROJECT_VERSION}) unstable; urgency=medium

  ${changes}

 -- ${ATTNLAB_MAINTAINER}  ${date}
")
execute_process(COMMAND ${GZIP} -9 -n -k -f ${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
foreach(component runtime dev)
  set(package attention-lab)
  if(component STREQUAL "dev")
    set(package attention-lab-dev)
  endif()
  install(FILES ${made}/copyright ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME attention-lab)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own, as the first line of its description
set(CPACK_PACKAGE_VENDOR "The Attention Lab authors")
set(CPACK_PACKAGE_CONTACT "${ATTNLAB_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
if(ATTNLAB_WEBSITE)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${ATTNLAB_WEBSITE})
endif()

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME attention-lab)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION education)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}/attention-lab)
# OpenGL is loaded when the window opens, by name.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libgl1, libegl1")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-wqy-microhei")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
"take a Transformer apart while it learns
Attention Lab trains a small Transformer on your computer while you watch,
and steps through its attention one operation at a time, with the model's
own numbers. Click a cell of any matrix and it shows the sum behind that
number, operand by operand. Lessons lead through it, and a command line
does the same without a display.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME attention-lab-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libeigen3-dev (>= ${attnlab_eigen_version}), nlohmann-json3-dev, libepoxy-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION
"library of Attention Lab for programs of one's own
Models, training and traces of Transformers as a static C++20 library, with
headers, a CMake package, pkg-config files and examples. It computes for any
processor of the architecture.")
include(CPack)

# The packages for Debian and for RPM-based systems, made by CPack: their descriptions, legal files, and contents.
#
# Components: runtime is the program and what every system has with it, dev the library. debian is for Debian alone,
# elsewhere for all other systems. archive is what the archive that starts from any folder has beside these.
set(ATTNLAB_MAINTAINER "The Attention Lab authors <maintainers@attention-lab.invalid>" CACHE STRING
  "Maintainer of the packages: Name <address>")
set(attnlab_synopsis "take a Transformer apart while it learns")
set(attnlab_description
"Attention Lab trains a small Transformer on your computer while you watch,
and shows every number inside the model. Click any number to see how it was
computed, step by step. Lessons explain how Transformers work, and a command
line does most of the same without a display.")

# The licenses of what is compiled into ours, or lies beside it in the archive, belong to it.
execute_process(COMMAND bash ${PROJECT_SOURCE_DIR}/scripts/licenses.sh OUTPUT_VARIABLE copyright
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${made}/copyright "${copyright}")
install(FILES ${made}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/attention-lab COMPONENT runtime)

# The newest section of the list of changes.
file(READ ${PROJECT_SOURCE_DIR}/CHANGELOG.md attnlab_changes)
string(REGEX REPLACE "^.*\n## ${PROJECT_VERSION},[^\n]*\n+" "" attnlab_changes "${attnlab_changes}")
string(REGEX REPLACE "\n## .*$" "" attnlab_changes "${attnlab_changes}")
string(STRIP "${attnlab_changes}" attnlab_changes)

# attnlab_release_date(<variable> <format>): the version's date in the format of date(1).
function(attnlab_release_date variable)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -d "${release_date} 12:00" ${ARGN}
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${date}" PARENT_SCOPE)
endfunction()

# Libraries that the program finds beside its own: those whose files have these names in Debian alone, and for the
# archive also others that systems seldom have.
install(RUNTIME_DEPENDENCY_SET attnlab_needed PRE_INCLUDE_REGEXES "^lib(stb|utf8proc)\\.so" PRE_EXCLUDE_REGEXES "."
  LIBRARY DESTINATION lib/attention-lab/libraries COMPONENT elsewhere)
install(RUNTIME_DEPENDENCY_SET attnlab_needed PRE_INCLUDE_REGEXES "^lib(glfw|epoxy|md4c|fribidi)\\.so"
  PRE_EXCLUDE_REGEXES "." LIBRARY DESTINATION lib/attention-lab/libraries COMPONENT archive)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME attention-lab)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_VENDOR "The Attention Lab authors")
set(CPACK_PACKAGE_CONTACT "${ATTNLAB_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(Debian)
include(Rpm)
include(CPack)
cpack_add_component(runtime GROUP program)
cpack_add_component(debian GROUP program)
cpack_add_component(dev)

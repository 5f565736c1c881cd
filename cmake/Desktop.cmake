# What a desktop needs beside the program: man page, completions, desktop entry, metainfo, icons, MIME types. Man page
# and completions are printed by the program.
find_program(RSVG_CONVERT rsvg-convert REQUIRED)
find_program(GZIP gzip REQUIRED)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
set(desktop ${PROJECT_SOURCE_DIR}/assets/desktop)
set(made ${PROJECT_BINARY_DIR}/desktop)

# Nobody owns a domain of this name; where the project gets one, its reverse becomes the id.
set(ATTNLAB_APP_ID local.attention_lab.attention_lab CACHE STRING "Id of the program in AppStream")
set(ATTNLAB_WEBSITE "" CACHE STRING "Address below which the project's files are published, e.g. for screenshots; empty: none")

# attnlab_printed(<file> <argument>...): a file that the program prints.
function(attnlab_printed file)
  add_custom_command(OUTPUT ${made}/${file}
    COMMAND attention-lab help ${ARGN} > ${file}
    DEPENDS attention-lab WORKING_DIRECTORY ${made} VERBATIM)
endfunction()

file(MAKE_DIRECTORY ${made})
attnlab_printed(attention-lab.1 --man)
add_custom_command(OUTPUT ${made}/attention-lab.1.gz
  COMMAND ${GZIP} -9 -n -k -f attention-lab.1
  DEPENDS ${made}/attention-lab.1 WORKING_DIRECTORY ${made} VERBATIM)
set(printed ${made}/attention-lab.1.gz)
install(FILES ${made}/attention-lab.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# A shell, the folder of its completions, their file's name there, and the component: zsh has a folder of Debian's own.
foreach(row bash:bash-completion/completions:attention-lab:runtime fish:fish/vendor_completions.d:attention-lab.fish:runtime
            zsh:zsh/vendor-completions:_attention-lab:debian zsh:zsh/site-functions:_attention-lab:elsewhere)
  string(REPLACE ":" ";" row ${row})
  list(GET row 0 shell)
  list(GET row 1 folder)
  list(GET row 2 name)
  list(GET row 3 component)
  install(FILES ${made}/completions.${shell} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} RENAME ${name}
    COMPONENT ${component})
endforeach()
foreach(shell bash zsh fish)
  attnlab_printed(completions.${shell} --complete ${shell})
  list(APPEND printed ${made}/completions.${shell})
endforeach()

set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${desktop}/attention-lab.svg DESTINATION ${icons}/scalable/apps)
foreach(size 16 24 32 48 64 128 256 512)
  set(icon ${made}/icon-${size}.png)
  add_custom_command(OUTPUT ${icon}
    COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${icon} ${desktop}/attention-lab.svg
    DEPENDS ${desktop}/attention-lab.svg VERBATIM)
  list(APPEND printed ${icon})
  install(FILES ${icon} DESTINATION ${icons}/${size}x${size}/apps RENAME attention-lab.png)
endforeach()
add_custom_target(attnlab_desktop ALL DEPENDS ${printed})

# The newest version of the list of changes is the one that is built.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md heading REGEX "^## " LIMIT_COUNT 1)
if(NOT heading MATCHES "^## ([0-9.]+), ([0-9]+-[0-9]+-[0-9]+)$" OR NOT CMAKE_MATCH_1 VERSION_EQUAL PROJECT_VERSION)
  message(FATAL_ERROR "CHANGELOG.md begins with \"${heading}\", but must begin with \"## ${PROJECT_VERSION}, YEAR-MONTH-DAY\"")
endif()
set(release_date ${CMAKE_MATCH_2})

# AppStream accepts only the addresses of screenshots.
set(links "")
if(ATTNLAB_WEBSITE)
  string(CONCAT links
    "  <url type=\"homepage\">${ATTNLAB_WEBSITE}</url>\n"
    "  <screenshots>\n"
    "    <screenshot type=\"default\">\n"
    "      <caption>A translation model at an earlier training step, with its cross-attention and the timeline</caption>\n"
    "      <image type=\"source\">${ATTNLAB_WEBSITE}/docs/screenshot.png</image>\n"
    "    </screenshot>\n"
    "  </screenshots>\n")
endif()
configure_file(${desktop}/attention-lab.metainfo.xml.in ${made}/${ATTNLAB_APP_ID}.metainfo.xml @ONLY)
install(FILES ${made}/${ATTNLAB_APP_ID}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${desktop}/attention-lab.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}/attention-lab.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
  RENAME attention-lab.xml)

file(GLOB documents ${PROJECT_SOURCE_DIR}/docs/guide.md ${PROJECT_SOURCE_DIR}/docs/lessons.md
  ${PROJECT_SOURCE_DIR}/docs/command-line.md ${PROJECT_SOURCE_DIR}/docs/screenshot.png)
install(FILES ${documents} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/attention-lab)

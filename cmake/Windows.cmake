# What Windows reads from the program itself: icon, version, manifest.
set(attnlab_windows_folder ${PROJECT_BINARY_DIR}/windows)
file(MAKE_DIRECTORY ${attnlab_windows_folder})
string(REPLACE "." "," attnlab_version_numbers ${PROJECT_VERSION})
set(attnlab_icon ${attnlab_windows_folder}/attention-lab.ico)
find_program(ATTNLAB_RSVG rsvg-convert REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(svg ${PROJECT_SOURCE_DIR}/assets/desktop/attention-lab.svg)
add_custom_command(OUTPUT ${attnlab_icon}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/windows/make_icon.py ${ATTNLAB_RSVG} ${svg} ${attnlab_icon}
  DEPENDS ${svg} ${PROJECT_SOURCE_DIR}/cmake/windows/make_icon.py VERBATIM)
configure_file(${PROJECT_SOURCE_DIR}/cmake/windows/attention-lab.manifest.in ${attnlab_windows_folder}/attention-lab.manifest @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/windows/attention-lab.rc.in ${attnlab_windows_folder}/attention-lab.rc @ONLY)
enable_language(RC)
set_property(SOURCE ${attnlab_windows_folder}/attention-lab.rc APPEND PROPERTY OBJECT_DEPENDS
  "${attnlab_icon};${attnlab_windows_folder}/attention-lab.manifest")
target_sources(attention-lab PRIVATE ${attnlab_windows_folder}/attention-lab.rc)

# OpenGL's library stays until the program's end: drivers' threads still call it when GLFW has let go of it.
target_link_options(attention-lab PRIVATE -Wl,-u,__imp_wglGetCurrentContext)

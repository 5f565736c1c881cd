# GLFW as Emscripten emulates it.
if(NOT TARGET glfw)
  add_library(glfw INTERFACE)
  target_link_options(glfw INTERFACE -sUSE_GLFW=3)
endif()
set(glfw3_FOUND TRUE)

# FreeType of Libraries.cmake.
if(NOT TARGET Freetype::Freetype)
  add_library(Freetype::Freetype ALIAS attnlab_web_freetype)
endif()
set(Freetype_FOUND TRUE)

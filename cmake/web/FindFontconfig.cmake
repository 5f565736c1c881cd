# A browser has no fonts of a system: app/theme/font_lookup_web.cpp.
if(NOT TARGET Fontconfig::Fontconfig)
  add_library(Fontconfig::Fontconfig INTERFACE IMPORTED)
endif()
set(Fontconfig_FOUND TRUE)

# attnlab_find_fonts(<variable> <file>...): full paths of font files that the system's packages installed.
set(ATTNLAB_FONT_DIRS "" CACHE STRING "Folders to search for fonts before the system's own")

function(attnlab_find_fonts variable)
  set(found "")
  foreach(name IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER ATTNLAB_FONT_${name} cached)
    find_file(${cached} ${name}
      PATHS ${ATTNLAB_FONT_DIRS} /usr/share/fonts /usr/local/share/fonts
      PATH_SUFFIXES opentype/inter truetype/inter truetype/jetbrains-mono opentype/jetbrains-mono
                    truetype/dejavu dejavu inter jetbrains-mono NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(${cached})
    if(NOT ${cached})
      message(FATAL_ERROR "Font ${name} not found: install fonts-inter, fonts-jetbrains-mono and "
                          "fonts-dejavu-core, or name its folder with -DATTNLAB_FONT_DIRS=...")
    endif()
    list(APPEND found ${${cached}})
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

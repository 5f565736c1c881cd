# The libraries that a browser has none of, compiled from the sources that scripts/web.sh fetched.
include_guard(GLOBAL)
set(ATTNLAB_WEB_SOURCES "" CACHE PATH "Folder of the libraries' sources: scripts/web.sh")
set(from ${ATTNLAB_WEB_SOURCES})

# attnlab_web_library(<name> <include folder>... SOURCES <source>...): a static library, which is not ours to warn about.
function(attnlab_web_library name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" "SOURCES")
  add_library(attnlab_web_${name} STATIC ${its_SOURCES})
  set_target_properties(attnlab_web_${name} PROPERTIES UNITY_BUILD OFF)
  target_include_directories(attnlab_web_${name} SYSTEM PUBLIC ${its_UNPARSED_ARGUMENTS})
  target_compile_options(attnlab_web_${name} PRIVATE -w)
endfunction()

attnlab_web_library(utf8proc ${from}/utf8proc SOURCES ${from}/utf8proc/utf8proc.c)
target_compile_definitions(attnlab_web_utf8proc PUBLIC UTF8PROC_STATIC)

attnlab_web_library(md4c ${from}/md4c/src SOURCES ${from}/md4c/src/md4c.c)

set(made ${CMAKE_CURRENT_BINARY_DIR}/web)
file(GLOB fribidi ${from}/fribidi/lib/*.c)
set(PACKAGE fribidi)
set(PACKAGE_NAME "GNU FriBidi")
set(PACKAGE_BUGREPORT "")
set(FRIBIDI_VERSION 1.0.8)
set(FRIBIDI_MAJOR_VERSION 1)
set(FRIBIDI_MINOR_VERSION 0)
set(FRIBIDI_MICRO_VERSION 8)
set(FRIBIDI_INTERFACE_VERSION 4)
set(SIZEOF_INT 4)
set(FRIBIDI_MSVC_BUILD_PLACEHOLDER "")
configure_file(${from}/fribidi/lib/fribidi-config.h.in ${made}/fribidi-config.h @ONLY)
attnlab_web_library(fribidi ${from}/fribidi/lib ${made} SOURCES ${fribidi})
target_compile_definitions(attnlab_web_fribidi PRIVATE STDC_HEADERS=1 HAVE_STDLIB_H=1 HAVE_STRING_H=1 HAVE_STRINGIZE=1
  PUBLIC FRIBIDI_LIB_STATIC)

# What draws the outlines of OpenType and TrueType, with automatic hinting.
file(CONFIGURE OUTPUT ${made}/attnlab_ftmodule.h CONTENT
"FT_USE_MODULE( FT_Module_Class, autofit_module_class )
FT_USE_MODULE( FT_Driver_ClassRec, tt_driver_class )
FT_USE_MODULE( FT_Driver_ClassRec, cff_driver_class )
FT_USE_MODULE( FT_Module_Class, psaux_module_class )
FT_USE_MODULE( FT_Module_Class, psnames_module_class )
FT_USE_MODULE( FT_Module_Class, pshinter_module_class )
FT_USE_MODULE( FT_Module_Class, sfnt_module_class )
FT_USE_MODULE( FT_Renderer_Class, ft_smooth_renderer_class )
")
set(freetype autofit/autofit base/ftbase base/ftbitmap base/ftdebug base/ftglyph base/ftinit base/ftmm base/ftsynth
  base/ftsystem cff/cff gzip/ftgzip psaux/psaux pshinter/pshinter psnames/psnames sfnt/sfnt smooth/smooth truetype/truetype)
list(TRANSFORM freetype PREPEND ${from}/freetype/src/)
list(TRANSFORM freetype APPEND .c)
attnlab_web_library(freetype ${from}/freetype/include ${made} SOURCES ${freetype})
target_compile_definitions(attnlab_web_freetype PRIVATE FT2_BUILD_LIBRARY "FT_CONFIG_MODULES_H=<attnlab_ftmodule.h>")

file(GLOB imgui ${from}/imgui/imgui*.cpp)
attnlab_web_library(imgui ${from}/imgui ${from}/imgui/misc/freetype ${from}/imgui/misc/cpp ${from}/imgui/backends
  SOURCES ${imgui} ${from}/imgui/misc/freetype/imgui_freetype.cpp ${from}/imgui/misc/cpp/imgui_stdlib.cpp
          ${from}/imgui/backends/imgui_impl_glfw.cpp ${from}/imgui/backends/imgui_impl_opengl3.cpp)
target_compile_definitions(attnlab_web_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_link_libraries(attnlab_web_imgui PUBLIC attnlab_web_freetype glfw)

# attnlab_imgui and attnlab_stb: Dear ImGui with its GLFW and OpenGL 3 backends, and the stb image
# readers and writers, from whichever package the system has (config package first, then pkg-config), or from sources.
set(ATTNLAB_IMGUI_SOURCE "" CACHE PATH "Folder of Dear ImGui's sources, for systems whose package lacks the backends")
find_package(PkgConfig QUIET)

# Debian ships stb as a compiled library; elsewhere it is headers only and needs one file of ours.
add_library(attnlab_stb INTERFACE)
if(PkgConfig_FOUND)
  pkg_check_modules(stb QUIET IMPORTED_TARGET stb)
endif()
if(TARGET PkgConfig::stb)
  target_link_libraries(attnlab_stb INTERFACE PkgConfig::stb)
else()
  find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/stb_implementation.cpp CONTENT
"#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
")
  add_library(attnlab_stb_implementation STATIC ${PROJECT_BINARY_DIR}/stb_implementation.cpp)
  target_include_directories(attnlab_stb_implementation SYSTEM PUBLIC ${STB_INCLUDE_DIR})
  target_link_libraries(attnlab_stb INTERFACE attnlab_stb_implementation)
endif()

add_library(attnlab_imgui INTERFACE)
if(NOT ATTNLAB_IMGUI_SOURCE)
  find_package(imgui CONFIG QUIET)
endif()
if(ATTNLAB_IMGUI_SOURCE)
  set(from ${ATTNLAB_IMGUI_SOURCE})
  find_package(Freetype REQUIRED)
  file(GLOB sources ${from}/imgui*.cpp)
  add_library(attnlab_imgui_source STATIC ${sources} ${from}/misc/cpp/imgui_stdlib.cpp
    ${from}/misc/freetype/imgui_freetype.cpp ${from}/backends/imgui_impl_glfw.cpp ${from}/backends/imgui_impl_opengl3.cpp)
  set_target_properties(attnlab_imgui_source PROPERTIES UNITY_BUILD OFF)
  target_include_directories(attnlab_imgui_source SYSTEM PUBLIC
    ${from} ${from}/backends ${from}/misc/cpp ${from}/misc/freetype)
  target_compile_options(attnlab_imgui_source PRIVATE -w)  # not ours to warn about
  if(NOT EXISTS ${from}/imstb_rectpack.h)  # as in Debian's sources
    target_compile_definitions(attnlab_imgui_source PRIVATE IMGUI_STB_RECT_PACK_FILENAME=<stb_rect_pack.h>
      IMGUI_STB_TRUETYPE_FILENAME=<stb_truetype.h>)
  endif()
  target_link_libraries(attnlab_imgui_source PUBLIC attnlab_stb Freetype::Freetype glfw ${CMAKE_DL_LIBS})
  target_link_libraries(attnlab_imgui INTERFACE attnlab_imgui_source)
elseif(TARGET imgui::imgui)
  target_link_libraries(attnlab_imgui INTERFACE imgui::imgui)
else()
  if(NOT PkgConfig_FOUND)
    message(FATAL_ERROR "Dear ImGui not found: install libimgui-dev and pkg-config, or vcpkg's imgui")
  endif()
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  find_package(Freetype REQUIRED)
  find_path(IMGUI_BACKENDS_DIR imgui_impl_glfw.h HINTS ${imgui_INCLUDE_DIRS} PATH_SUFFIXES backends imgui/backends REQUIRED)
  target_include_directories(attnlab_imgui SYSTEM INTERFACE ${IMGUI_BACKENDS_DIR})
  # A static library: what it calls comes after it.
  target_link_libraries(attnlab_imgui INTERFACE PkgConfig::imgui attnlab_stb Freetype::Freetype glfw ${CMAKE_DL_LIBS})
endif()

// The functions of OpenGL that the window draws with, which OpenGL 3.3 and OpenGL ES 3.0 both have.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

namespace attnlab {

#ifdef __EMSCRIPTEN__
inline constexpr const char* kShaderVersion = "#version 300 es\n";
inline bool has_opengl() { return true; }  // else there would be no context
#else
inline constexpr const char* kShaderVersion = "#version 330 core\n";
inline bool has_opengl() { return epoxy_gl_version() >= 33; }
#endif

}  // namespace attnlab

// OpenGL 4.1 without compute shaders, as macOS has it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

TEST(Gui, WithoutComputeShadersTheProcessorComputes) {
  setenv("MESA_GL_VERSION_OVERRIDE", "4.1", 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", "410", 1);
  testing::expect_played("opengl41.txt", testing::TempFolder().path());
  unsetenv("MESA_GL_VERSION_OVERRIDE");
  unsetenv("MESA_GLSL_VERSION_OVERRIDE");
}

}  // namespace
}  // namespace attnlab

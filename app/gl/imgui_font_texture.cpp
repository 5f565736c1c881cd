// The texture of baked fonts.
#include "app/gl/imgui_font_texture.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace attnlab {

#if IMGUI_VERSION_NUM < 19200

/// All objects are made once: the renderer believes that new buffers are as large as those before.
void make_font_texture(bool first) {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  first ? ImGui_ImplOpenGL3_CreateDeviceObjects() : ImGui_ImplOpenGL3_CreateFontsTexture();
}

#else

void make_font_texture(bool) {}

#endif

}  // namespace attnlab

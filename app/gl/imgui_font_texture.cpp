// Asks ImGui's renderer for the texture; from 1.92 on, that has no such function.
#include "app/gl/imgui_font_texture.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace attnlab {

#if IMGUI_VERSION_NUM < 19200

/// Afterwards nobody reads the pixels, which are several megabytes.
void renew_font_texture(bool first) {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  first ? ImGui_ImplOpenGL3_CreateDeviceObjects() : ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui::GetIO().Fonts->ClearTexData();
}

#else

void renew_font_texture(bool) {}

#endif

}  // namespace attnlab

// ImGui 1.86 has no input queue: its io fields are set directly.
#include "app/script/imgui_input.h"

#include <imgui.h>

#include <cfloat>

#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

constexpr float kFrameSeconds = 1.0f / 60;

}  // namespace

void ImGuiInput::move_mouse(float x, float y) {
  x_ = x;
  y_ = y;
}

void ImGuiInput::mouse_button(bool down) { down_ = down; }

void ImGuiInput::key(const KeyChord& chord, bool down) {
  ImGui::GetIO().KeysDown[chord.key] = down;
  held_ = down ? chord : KeyChord{};
}

void ImGuiInput::text(const std::string& utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(widgets().stand_ins.for_field(utf8).c_str());
}

void ImGuiInput::wheel(float lines) { ImGui::GetIO().MouseWheel = lines; }

void ImGuiInput::hold(const KeyChord& modifiers) { modifiers_ = modifiers; }

void ImGuiInput::own_clipboard() {
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = &clipboard_;
  io.SetClipboardTextFn = [](void* kept, const char* text) { *static_cast<std::string*>(kept) = text; };
  io.GetClipboardTextFn = [](void* kept) { return static_cast<const std::string*>(kept)->c_str(); };
}

void ImGuiInput::apply() const {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = kFrameSeconds;
  io.MousePos = x_ >= 0 ? ImVec2(x_, y_) : ImVec2(-FLT_MAX, -FLT_MAX);
  for (bool& button : io.MouseDown) button = false;
  io.MouseDown[0] = down_;
  io.KeyCtrl = held_.ctrl || modifiers_.ctrl;
  io.KeyShift = held_.shift || modifiers_.shift;
  io.KeyAlt = held_.alt || modifiers_.alt;
  io.KeySuper = false;
  if (held_.key != 0) io.KeysDown[held_.key] = true;
}

}  // namespace attnlab

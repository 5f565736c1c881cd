// What a script presses, moves and types, as ImGui sees it in the next frame.
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
  set_key(chord.key, down);
  held_ = down ? chord : KeyChord{};
}

void ImGuiInput::text(const std::string& utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(widgets().stand_ins.for_field(utf8).c_str());
}

void ImGuiInput::wheel(float lines) { turn_wheel(0, lines); }

void ImGuiInput::hold(const KeyChord& modifiers) { modifiers_ = modifiers; }

void ImGuiInput::own_clipboard() { use_clipboard(clipboard_); }

void ImGuiInput::apply() const {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = kFrameSeconds;
  set_mouse(x_ >= 0 ? ImVec2(x_, y_) : ImVec2(-FLT_MAX, -FLT_MAX), {&down_, 1});
  set_modifiers(
      {0, held_.ctrl || modifiers_.ctrl, held_.shift || modifiers_.shift, held_.alt || modifiers_.alt});
  io.KeySuper = false;
  if (held_.key != 0) set_key(held_.key, true);
}

}  // namespace attnlab

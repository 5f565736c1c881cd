// ImGuiInput: writes played input into ImGui's io before the new frame.
#pragma once

#include "app/script/player.h"
#include "app/widgets/base/imgui_versions.h"

namespace attnlab {

/// A frame is a sixtieth of a second to ImGui, however long it takes, so that what moves is the same on every
/// machine. The script's input overrides the real one, and its clipboard is its own: it does not depend on
/// the display's other windows. Use between the backend's new frame and ImGui::NewFrame, each frame while a
/// script plays.
class ImGuiInput : public InputSink {
 public:
  void move_mouse(float x, float y) override;
  void mouse_button(bool down) override;
  void key(const KeyChord& chord, bool down) override;
  void text(const std::string& utf8) override;
  void wheel(float lines) override;
  void hold(const KeyChord& modifiers) override;

  /// Gives ImGui a clipboard that no other program sees; it is gone with this object.
  void own_clipboard();

  /// Writes the present state into ImGui's io; call each frame after the player's before_frame().
  void apply() const;

 private:
  float x_ = -1, y_ = -1;
  bool down_ = false;
  KeyChord held_{};       ///< the pressed key
  KeyChord modifiers_{};  ///< held modifiers

  struct TextKept : Clipboard {
    const char* text() override { return kept.c_str(); }
    void put(const char* text) override { kept = text; }
    std::string kept;
  } clipboard_;
};

}  // namespace attnlab

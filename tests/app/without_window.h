// ImGui without a window, for tests: keys, a clipboard, and fonts that follow what is drawn.
#pragma once

#include <imgui.h>

#include <string>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/imgui_versions.h"

namespace attnlab::testing {

/// Prepares the current context for frames of this size. The fonts are still to be built.
inline ImGuiIO& begin_without_window(ImVec2 size, float seconds_a_frame) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.DeltaTime = seconds_a_frame;
  set_up_keys();
  let_fonts_grow();
  return io;
}

/// A clipboard of the test's own.
struct TestClipboard : Clipboard {
  const char* text() override { return kept.c_str(); }
  void put(const char* text) override { kept = text; }
  std::string kept;
};

}  // namespace attnlab::testing

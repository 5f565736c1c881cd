// A strip of chips in a window of at most three lines.
#include "app/views/common/position_strip.h"

#include <map>

#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

constexpr int kMostLines = 3;

/// Which chip of each strip was brought into sight last.
struct StripsInSight {
  std::map<std::string, int> selected;
};

}  // namespace

TokenStripResult position_strip(const ViewModel& model, const char* id, std::span<const std::string> tokens,
                                TokenStripOptions options) {
  if (options.width <= 0) options.width = ImGui::GetContentRegionAvail().x;
  if (model.figure || token_strip_lines(tokens, options) <= kMostLines)
    return token_strip(id, tokens, options);
  options.width -= ImGui::GetStyle().ScrollbarSize;
  ImGui::BeginChild(id, {0, token_strip_height(kMostLines, options)}, false, ImGuiWindowFlags_NoBackground);
  const TokenStripResult strip = token_strip(id, tokens, options);
  int& in_sight = model.remembered<StripsInSight>().selected.try_emplace(id, -1).first->second;
  if (in_sight != options.selected && !strip.selected.empty())
    ImGui::SetScrollFromPosY(strip.selected.centre().y - ImGui::GetWindowPos().y);
  in_sight = options.selected;
  ImGui::EndChild();
  return strip;
}

}  // namespace attnlab

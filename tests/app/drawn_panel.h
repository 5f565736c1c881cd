// A panel drawn off-screen: its texts, what was cut of them, and which windows in it scroll.
#pragma once

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/figure/offscreen.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/base/targets.h"

namespace attnlab::testing {

struct DrawnPanel {
  std::vector<FigureText> texts;
  std::set<std::string> cut;
  Box inside;                ///< without borders and scroll bar
  int scrolling_within = 0;  ///< windows in the panel that scroll by themselves

  bool has(const std::string& text) const {
    return std::ranges::any_of(texts, [&](const FigureText& each) { return each.text == text; });
  }
};

inline bool is_within(const ImGuiWindow* window, const ImGuiWindow* panel) {
  for (window = window->ParentWindow; window; window = window->ParentWindow)
    if (window == panel) return true;
  return false;
}

/// Draws `content` in a panel of `size` pixels with the padding of the program's panels.
inline DrawnPanel drawn_panel(ImVec2 size, int digits, const std::function<void()>& content) {
  DrawnPanel panel;
  const auto draw = [&] {
    widgets().count_cut = true;
    begin_target_frame();
    panel.cut = cut_labels();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2{std::floor(em() * 0.75f), std::floor(em() * 0.55f)});
    ImGui::BeginChild("panel", size, true, ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    const ImGuiWindow* const window = ImGui::GetCurrentWindow();
    content();
    ImGui::EndChild();
    panel.inside = {window->InnerRect.Min, window->InnerRect.Max};
    panel.scrolling_within = 0;
    for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows)
      if (each->Active && is_within(each, window) && (each->ScrollMax.x > 0 || each->ScrollMax.y > 0))
        ++panel.scrolling_within;
  };
  const Drawn drawn = draw_offscreen(draw, {.width = static_cast<int>(size.x) + 40,
                                            .height = static_cast<int>(size.y) + 40,
                                            .digits = digits,
                                            .paint = false});
  for (const FigureItem& item : drawn.figure.items)
    if (const auto* text = std::get_if<FigureText>(&item.shape)) panel.texts.push_back(*text);
  return panel;
}

/// Every text is between the panel's edges, as far as it is wide.
inline void expect_texts_inside(const DrawnPanel& panel, const std::string& what) {
  for (const FigureText& text : panel.texts) {
    if (text.upwards) continue;
    const float left = text.at.x - (text.align == Align::Right    ? text.width
                                    : text.align == Align::Centre ? text.width / 2
                                                                  : 0);
    EXPECT_GE(left, panel.inside.min.x - 1) << what << ": " << text.text;
    EXPECT_LE(left + text.width, panel.inside.max.x + 1) << what << ": " << text.text;
  }
}

}  // namespace attnlab::testing

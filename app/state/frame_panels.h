// The panels of the window: their names, by which commands choose one.
#pragma once

#include <string_view>

namespace attnlab {

enum class FramePanel { Lesson, Text, Map, Stage, Inspector, Steps, Training };

struct FramePanelRow {
  FramePanel panel;
  std::string_view name;
  const char* title;
};

/// The lesson's panel is there while a lesson is open.
inline constexpr FramePanelRow kFramePanels[] = {{FramePanel::Lesson, "lesson", "Lesson"},
                                                 {FramePanel::Text, "text", "Text"},
                                                 {FramePanel::Map, "map", "Map"},
                                                 {FramePanel::Stage, "stage", "Stage"},
                                                 {FramePanel::Inspector, "inspector", "Inspector"},
                                                 {FramePanel::Steps, "steps", "Steps"},
                                                 {FramePanel::Training, "training", "Training"}};

}  // namespace attnlab

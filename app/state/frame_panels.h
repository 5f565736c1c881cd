// The panels of the window: their names, by which commands choose one.
#pragma once

#include <string_view>

#include "core/language/messages.h"

namespace attnlab {

enum class FramePanel { Lesson, Text, Map, Stage, Inspector, Steps, Training };

struct FramePanelRow {
  FramePanel panel;
  std::string_view name;
  const char* title;
};

/// The lesson's panel is there while a lesson is open.
inline constexpr FramePanelRow kFramePanels[] = {{FramePanel::Lesson, "lesson", tr_mark("Lesson")},
                                                 {FramePanel::Text, "text", tr_mark("Text")},
                                                 {FramePanel::Map, "map", tr_mark("Map")},
                                                 {FramePanel::Stage, "stage", tr_mark("Stage")},
                                                 {FramePanel::Inspector, "inspector", tr_mark("Inspector")},
                                                 {FramePanel::Steps, "steps", tr_mark("Steps")},
                                                 {FramePanel::Training, "training", tr_mark("Training")}};

}  // namespace attnlab

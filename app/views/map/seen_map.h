// Seen maps: the wheel zooms a map at the pointer.
#pragma once

#include <imgui.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/state/zoomed_map.h"
#include "app/widgets/base/pan_zoom.h"

namespace attnlab {

inline PanZoom pan_zoom_of(const ZoomedMap& look) {
  return {static_cast<float>(look.zoom / 100), static_cast<float>(look.x), static_cast<float>(look.y)};
}

/// The arguments of a command NAME.look.
inline std::vector<std::string> look_arguments(const PanZoom& look) {
  return {format_exact(std::max(look.zoom, 1.0f) * 100), format_exact(look.x), format_exact(look.y)};
}

/// The look after a turn of the wheel; `most`: the largest zoom, in percent.
inline PanZoom wheeled(const SeenThrough& seen, double most) {
  constexpr float kWheelStep = 1.2f;
  const ImGuiIO& io = ImGui::GetIO();
  return seen.zoomed(std::pow(kWheelStep, io.MouseWheel), io.MousePos, static_cast<float>(most / 100));
}

}  // namespace attnlab

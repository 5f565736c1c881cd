// The widget context in use, and the clock of animations.
#include "app/widgets/base/context.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace attnlab {
namespace {

WidgetContext* g_in_use = nullptr;

struct Animation {
  ImGuiID trigger = 0;
  double began = -1e9;
};

struct Animations {
  std::unordered_map<ImGuiID, Animation> by_key;
};

float eased(float t) { return t < 1.0f ? 1.0f - std::pow(1.0f - t, 3.0f) : 1.0f; }

}  // namespace

WidgetsInUse::WidgetsInUse(WidgetContext& context) : before_(std::exchange(g_in_use, &context)) {}
WidgetsInUse::~WidgetsInUse() { g_in_use = before_; }

WidgetContext& widgets() {
  if (!g_in_use) throw std::logic_error("widgets are drawn without a context");
  return *g_in_use;
}

float motion(ImGuiID key, ImGuiID trigger, float ms) {
  const auto [found, fresh] = remembered<Animations>().by_key.try_emplace(key, Animation{trigger, -1e9});
  Animation& animation = found->second;
  if (animation.trigger != trigger) animation = {trigger, ImGui::GetTime()};
  if (!widgets().motion) return 1.0f;
  const auto elapsed = float((ImGui::GetTime() - animation.began) * 1000.0);
  if (elapsed >= ms) return 1.0f;
  widgets().animating = true;
  return eased(std::max(elapsed, 0.0f) / ms);
}

float glide(ImGuiID key, float target, float ms) {
  float* value = ImGui::GetStateStorage()->GetFloatRef(key, target);
  if (!widgets().motion) return *value = target;
  const float step = ImGui::GetIO().DeltaTime * 1000.0f / ms;
  *value += std::clamp(target - *value, -step, step);
  if (*value != target) widgets().animating = true;
  return *value;
}

}  // namespace attnlab

// The learning rate's slider.
#include "app/views/runs/learning_rate.h"

#include <algorithm>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

void rate_slider(const char* name, const ViewModel& model, float width, const Emit& emit, RateLabel label) {
  constexpr float kLeast = 0.1f, kMost = 10.0f;
  const double chosen = model.training.settings.learning_rate_factor;
  float factor = std::clamp(static_cast<float>(chosen), kLeast, kMost);
  const bool changed = slider(name, label == RateLabel::Shown ? "learning rate" : "", factor, kLeast, kMost,
                              "×%.2f", width, true);
  const bool reset = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  tip("Multiplies the schedule's learning rate, now " + format_number(model.training.learning_rate, 3) +
      ". Double-click: back to 1.");
  if (reset && chosen != 1) return emit({"train.rate", {"1"}});
  if (changed) emit({"train.rate", {format_exact(factor)}});
}

}  // namespace attnlab

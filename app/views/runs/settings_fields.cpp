// Rows of options: name, field, meaning.
#include "app/views/runs/settings_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "app/base/format.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

void rate_slider(const char* name, const ViewModel& model, float width, const Emit& emit, RateLabel label) {
  constexpr float kLeast = 0.1f, kMost = 10.0f;
  const double chosen = model.training.settings.learning_rate_factor;
  float factor = std::clamp(float(chosen), kLeast, kMost);
  const bool changed = slider(name, label == RateLabel::Shown ? tr("learning rate") : "", factor, kLeast,
                              kMost, "×%.2f", width, true);
  const bool reset = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  tip(
      tr("Multiplies the learning rate of the schedule; the learning rate is now {1}. Double-click to reset "
         "to 1.",
         format_number(model.training.learning_rate, 3)));
  if (reset && chosen != 1) return emit({"train.rate", {"1"}});
  if (changed) emit({"train.rate", {plain_number(format_exact(factor))}});
}

namespace {

/// The options that are shown beside the live ones, in order.
constexpr std::array kShown{"learning_rate_factor", "learning_rate",   "batch", "weight_decay",
                            "label_smoothing",      "teacher_forcing", "clip",  "steps"};
/// The live options that no slider changes stand before this one.
constexpr std::string_view kAfterLive = "weight_decay";

/// The names of all, those with a slider first.
std::vector<std::string_view> shown_options() {
  std::vector<std::string_view> names, typed;
  for (const LiveOption& option : live_options()) (option.slides ? names : typed).push_back(option.name);
  for (const std::string_view name : kShown) {
    if (name == kAfterLive) names.insert(names.end(), typed.begin(), typed.end());
    names.push_back(name);
  }
  return names;
}

bool slides(std::string_view name) {
  const LiveOption* option = find_live_option(name);
  return option && option->slides;
}

const Field* find(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

bool has_option(std::string_view option, const ModelConfig& model) {
  if (option == "teacher_forcing") return writes_answer(format_of(model));
  const LiveOption* live = find_live_option(option);
  return !live || is_used(*live, model);
}

void draw_name(const Field& field) {
  const float left = ImGui::GetCursorPosX();
  const Box label = box_at(ImGui::GetCursorScreenPos(), {em() * 9, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, label, theme().palette.text_dim, spoken(field.name));
  ImGui::SetCursorPosX(left + em() * 9.5f);
}

/// True when the slider was let go at another value.
bool draw_slider(const std::string& name, const Field& field, TypedSettings& typed) {
  const std::string option(field.name);
  const auto found = typed.find(option);
  const double now = *std::get<double*>(field.value);
  float value = found == typed.end() ? float(now) : std::strtof(found->second.c_str(), nullptr);
  const bool moved =
      slider(name.c_str(), "", value, float(field.minimum), float(field.maximum), "%.2f", em() * 9);
  if (moved) typed[option] = format_exact(std::round(value * 100) / 100);
  const bool let_go = moved ? !ImGui::IsItemActive() : ImGui::IsItemDeactivated() && typed.contains(option);
  tip(tr(field.help));
  return let_go;
}

/// True when Enter was pressed, or a slider let go.
bool draw_row(const char* prefix, const Field& field, TypedSettings& typed) {
  const std::string name(field.name), now = field_text(field);
  draw_name(field);
  if (slides(field.name)) return draw_slider((std::string(prefix) + "." + name), field, typed);
  const auto found = typed.find(name);
  std::string text = found == typed.end() ? now : found->second;
  bool changed = false;
  const bool entered =
      text_field((std::string(prefix) + "." + name).c_str(), text, now.c_str(), em() * 6, &changed);
  if (changed) typed[name] = text;
  tip(tr(field.help));
  return entered;
}

}  // namespace

std::string draw_settings_fields(const char* prefix, const TrainingSettings& now, const ModelConfig& model,
                                 TypedSettings& typed) {
  TrainingSettings copy = now;
  const Fields fields = settings_fields(copy);
  std::string entered;
  for (const std::string_view option : shown_options())
    if (const Field* field = find(fields, option); field && has_option(option, model))
      if (draw_row(prefix, *field, typed)) entered = option;
  return entered;
}

std::vector<std::string> changed_settings(const TrainingSettings& now, const TypedSettings& typed) {
  TrainingSettings copy = now;
  const Fields fields = settings_fields(copy);
  std::vector<std::string> changes;
  for (const auto& [option, text] : typed) {
    const std::string value = typed_number(text);
    if (const Field* field = find(fields, option); field && !value.empty() && value != field_text(*field))
      changes.push_back(option + "=" + value);
  }
  return changes;
}

}  // namespace attnlab

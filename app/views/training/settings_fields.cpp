// Rows of options: name, field, meaning.
#include "app/views/training/settings_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "app/base/format.h"
#include "app/views/common/past_steps.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The shown options, in order.
constexpr std::array<std::string_view, 11> kShown{
    "sparsity",     "importance",      "learning_rate_factor", "learning_rate", "batch", "dropout",
    "weight_decay", "label_smoothing", "teacher_forcing",      "clip",          "steps"};
/// Those that a slider changes.
constexpr std::array<std::string_view, 2> kSlid{"sparsity", "importance"};

const Field* find(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

bool has_option(std::string_view option, ModelConfig model) {
  if (option == "teacher_forcing") return writes_answer(format_of(model));
  return option != "dropout" || find(used_model_fields(model), option);
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
  float value = found == typed.end() ? static_cast<float>(now) : std::strtof(found->second.c_str(), nullptr);
  const bool moved = slider(name.c_str(), "", value, static_cast<float>(field.minimum),
                            static_cast<float>(field.maximum), "%.2f", em() * 9);
  if (moved) typed[option] = format_exact(std::round(value * 100) / 100);
  const bool let_go = moved ? !ImGui::IsItemActive() : ImGui::IsItemDeactivated() && typed.contains(option);
  tip(field.help);
  return let_go;
}

/// True when Enter was pressed, or a slider let go.
bool draw_row(const char* prefix, const Field& field, TypedSettings& typed) {
  const std::string name(field.name), now = field_text(field);
  draw_name(field);
  if (std::ranges::find(kSlid, field.name) != kSlid.end())
    return draw_slider((std::string(prefix) + "." + name), field, typed);
  const auto found = typed.find(name);
  std::string text = found == typed.end() ? now : found->second;
  bool changed = false;
  const bool entered =
      text_field((std::string(prefix) + "." + name).c_str(), text, now.c_str(), em() * 6, &changed);
  if (changed) typed[name] = text;
  tip(field.help);
  return entered;
}

}  // namespace

std::string draw_settings_fields(const char* prefix, const TrainingSettings& now, const ModelConfig& model,
                                 TypedSettings& typed) {
  TrainingSettings copy = now;
  const Fields fields = settings_fields(copy);
  std::string entered;
  for (const std::string_view option : kShown)
    if (const Field* field = find(fields, option); field && has_option(option, model))
      if (draw_row(prefix, *field, typed)) entered = option;
  return entered;
}

std::vector<std::string> changed_settings(const TrainingSettings& now, const TypedSettings& typed) {
  TrainingSettings copy = now;
  const Fields fields = settings_fields(copy);
  std::vector<std::string> changes;
  for (const auto& [option, text] : typed)
    if (const Field* field = find(fields, option); field && !text.empty() && text != field_text(*field))
      changes.push_back(option + "=" + text);
  return changes;
}

}  // namespace attnlab

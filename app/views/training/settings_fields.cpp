// Rows of options: name, field, meaning.
#include "app/views/training/settings_fields.h"

#include <algorithm>
#include <array>

#include "app/views/common/past_steps.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The shown options, in order.
constexpr std::array<std::string_view, 9> kShown{
    "learning_rate_factor", "learning_rate",   "batch", "dropout", "weight_decay",
    "label_smoothing",      "teacher_forcing", "clip",  "steps"};

const Field* find(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

bool has_option(std::string_view option, ModelConfig model) {
  if (option == "teacher_forcing") return writes_answer(format_of(model));
  return option != "dropout" || find(used_model_fields(model), option);
}

/// True when Enter was pressed.
bool draw_row(const char* prefix, const Field& field, TypedSettings& typed) {
  const std::string name(field.name), now = field_text(field);
  const float left = ImGui::GetCursorPosX(), height = ImGui::GetFrameHeight();
  const Box label = box_at(ImGui::GetCursorScreenPos(), {em() * 9, height});
  draw_text_in(window_canvas(), fonts().ui, label, theme().palette.text_dim, spoken(field.name));
  ImGui::SetCursorPosX(left + em() * 9.5f);
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

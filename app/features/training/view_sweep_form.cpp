// Sweep form: options with values to begin with, and typed text as words.
#include "app/features/training/view_sweep_form.h"

#include <algorithm>
#include <array>

#include "app/views/runs/past_steps.h"

namespace attnlab {
namespace {

/// Options that a sweep has no use for: the task finds vocabularies, the form asks for seeds, and lists of
/// names have commas of their own.
constexpr std::array<std::string_view, 4> kNotSwept{"source_vocabulary", "target_vocabulary", "seed",
                                                    "train"};

/// All values of a choice or a switch; a number and twice as much, where that is allowed.
std::string some_values(Field field) {
  std::string all;
  for (const Choice& choice : field.choices) all += (all.empty() ? "" : ", ") + std::string(choice.name);
  if (!all.empty()) return all;
  if (std::holds_alternative<bool*>(field.value)) return "true, false";
  const std::string now = field_text(field);
  if (Index* const* const number = std::get_if<Index*>(&field.value)) {
    Index twice = 2 * **number;
    if (twice == 0 || static_cast<double>(twice) > field.maximum) return now;
    field.value = &twice;
    return now + ", " + field_text(field);
  }
  if (double* const* const number = std::get_if<double*>(&field.value)) {
    double twice = 2 * **number;
    if (twice == 0 || twice > field.maximum) return now;
    field.value = &twice;
    return now + ", " + field_text(field);
  }
  return now;
}

void add_options(std::vector<SweepOption>& all, const std::string& section, const Fields& fields) {
  for (const Field& field : fields)
    if (std::ranges::find(kNotSwept, field.name) == kNotSwept.end())
      all.push_back({section + "." + std::string(field.name), spoken(field.name), std::string(field.help),
                     some_values(field)});
}

/// Values without the blanks around commas: "1, 2" → "1,2".
std::string closed_up(const std::string& typed) {
  std::string text;
  for (std::size_t at = 0; at < typed.size();) {
    std::size_t end = typed.find(',', at);
    end = end == std::string::npos ? typed.size() : end;
    std::string value = typed.substr(at, end - at);
    value.erase(0, std::min(value.find_first_not_of(' '), value.size()));
    value.erase(value.find_last_not_of(' ') + 1);
    text += value + (end < typed.size() ? "," : "");
    at = end + 1;
  }
  return text;
}

}  // namespace

std::vector<SweepOption> sweep_options(const Preset& preset) {
  Preset copy = preset;
  std::vector<SweepOption> all;
  add_options(all, "model", used_model_fields(copy.model));
  add_options(all, "training", training_fields(copy.training));
  return all;
}

std::vector<std::string> typed_words(const SweepForm& form, Index at_once) {
  std::vector<std::string> words;
  for (const SweepForm::Axis& axis : form.axes)
    if (!axis.option.empty() && !closed_up(axis.values).empty())
      words.push_back(axis.option + "=" + closed_up(axis.values));
  if (words.empty() && form.seeds == 1) return {};
  if (!form.steps.empty()) words.push_back("training.steps=" + form.steps);
  if (form.seeds > 1) words.push_back("seeds=" + std::to_string(form.seeds));
  if (at_once > 1) words.push_back("at_once=" + std::to_string(at_once));
  return words;
}

}  // namespace attnlab

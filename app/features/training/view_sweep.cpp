// A sweep: options, values, seeds and steps, the number of runs, and the button that trains them.
#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "app/base/format.h"
#include "app/features/training/view_frame.h"
#include "app/features/training/view_sweep_form.h"
#include "app/state/lab/run_settings.h"
#include "app/state/open_sweep.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/popup_place.h"
#include "app/widgets/base/stepper.h"
#include "core/language/messages.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

/// Options that cannot be swept: the task finds vocabularies, the form asks for seeds, and lists of names
/// contain commas.
constexpr std::array<std::string_view, 4> kNotSwept{"source_vocabulary", "target_vocabulary", "seed",
                                                    "train"};

/// All values of a choice or a switch; a number and twice that number, if it is allowed.
std::string some_values(Field field) {
  std::string all;
  for (const Choice& choice : field.choices) all += (all.empty() ? "" : ", ") + std::string(choice.name);
  if (!all.empty()) return all;
  if (std::holds_alternative<bool*>(field.value)) return "true, false";
  const std::string now = field_text(field);
  if (Index* const* const number = std::get_if<Index*>(&field.value)) {
    Index twice = 2 * **number;
    if (twice == 0 || double(twice) > field.maximum) return now;
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

namespace {

/// The most seeds that the form offers.
constexpr Index kMostSeeds = 10;

/// The sweep that the words describe, planned when they change.
struct SweepAsked {
  std::vector<std::string> words;
  std::optional<Preset> of;    ///< what is varied
  Index runs = 0;              ///< 0: nothing is asked
  std::optional<Index> steps;  ///< of each run; none if they differ
  std::string error;           ///< why it cannot be trained
};

/// What may be varied of a preset, looked up when another is shown.
struct OfferedOptions {
  std::optional<Preset> of;
  std::vector<SweepOption> options;
};

struct TypedSweep {
  SweepForm form;
  SweepAsked asked;
  OfferedOptions offered;
};

/// The steps of every run; none if they differ.
std::optional<Index> steps_of(const SweepPlan& plan) {
  const Index steps = plan.points.front().preset.training.steps;
  const bool same = std::ranges::all_of(
      plan.points, [&](const SweepPoint& point) { return point.preset.training.steps == steps; });
  return same ? std::optional(steps) : std::nullopt;
}

/// "6 runs · 500 steps each".
std::string size_text(const SweepAsked& asked) {
  std::string text = tr_plural("{1} run", "{1} runs", asked.runs, format_count(asked.runs));
  if (asked.steps)
    text += " · " + tr_plural("{1} step each", "{1} steps each", *asked.steps, format_count(*asked.steps));
  return text;
}

void plan_again(SweepAsked& asked, const Preset& now) {
  asked.error = "";
  asked.runs = 0;
  asked.steps.reset();
  if (asked.words.empty()) return;
  try {
    const SweepPlan plan = plan_open_sweep(now, parse_sweep(asked.words));
    asked.steps = steps_of(plan);
    asked.runs = std::ssize(plan.points);
  } catch (const std::invalid_argument& error) {
    asked.error = error.what();
  }
}

/// Plans the sweep again if the words, the model or its settings have changed.
void look_at_words(const TrainingFrame& frame, SweepAsked& asked, std::vector<std::string> words) {
  Preset now = with_settings(*shown_run(frame.model).preset, frame.model.training.settings);
  if (words == asked.words && now == asked.of) return;
  asked.words = std::move(words);
  asked.of = std::move(now);
  plan_again(asked, *asked.of);
}

const std::vector<SweepOption>& offered_options(OfferedOptions& offered, const Preset& preset) {
  if (offered.of != preset) {
    offered.of = preset;
    offered.options = sweep_options(preset);
  }
  return offered.options;
}

/// A choice of the list; whether it was chosen.
bool draw_option(const std::string& name, const std::string& title, bool chosen, float width) {
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, ImGui::GetFontSize()});
  const bool pressed = ImGui::Selectable((title + "###" + name).c_str(), chosen, 0, box.size());
  mark(name, box);
  return pressed;
}

void draw_options(const std::string& name, const std::vector<SweepOption>& options, SweepForm::Axis& axis) {
  float width = em() * 8;
  for (const SweepOption& option : options) width = std::max(width, text_size(fonts().ui, option.title).x);
  if (draw_option(name + ".none", tr("none"), axis.option.empty(), width)) axis = {};
  for (const SweepOption& option : options) {
    if (draw_option(name + "." + option.name, option.title, option.name == axis.option, width))
      axis = {option.name, option.values};
    tip(tr(option.help));
  }
}

/// An option and the field of its values.
void draw_axis(const std::vector<SweepOption>& options, SweepForm::Axis& axis, std::size_t place) {
  const std::string number = std::to_string(place + 1), name = "sweep.option." + number;
  const auto chosen = std::ranges::find(options, axis.option, &SweepOption::name);
  const bool none = chosen == options.end();
  if (none) axis.option.clear();  // an option of another model
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (text_button(name.c_str(), Icon::ChevronDown, none ? tr("Choose an option") : chosen->title,
                  none ? tr("An option of the model or of training") : tr(chosen->help.c_str())))
    ImGui::OpenPopup(name.c_str());
  const Box button{at, {ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y}};
  place_next_popup(button);
  if (ImGui::BeginPopup(name.c_str())) {
    draw_options(name, options, axis);
    ImGui::EndPopup();
  }
  if (none) return;
  const float field = at.x + std::max(em() * 10, button.width() + em() * 0.5f);
  move_cursor({field, at.y});
  text_field(("sweep.values." + number).c_str(), axis.values, tr("values, separated by commas"),
             std::max(em() * 6, at.x + room - field));
}

void draw_seeds_and_steps(const TrainingFrame& frame, SweepForm& form) {
  form.seeds =
      stepper("sweep.seeds", tr("seeds"), form.seeds,
              {.less = std::max(form.seeds - 1, Index{1}), .more = std::min(form.seeds + 1, kMostSeeds)});
  ImGui::SameLine(0, em() * 1.2f);
  const Box label = reserve({text_size(fonts().ui, tr("steps")).x, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, label, theme().palette.text_dim, tr("steps"));
  ImGui::SameLine(0, em() * 0.5f);
  const std::string now = std::to_string(frame.model.training.settings.config.steps);
  text_field("sweep.steps", form.steps, now.c_str(), em() * 6);
}

void draw_words(const SweepAsked& asked) {
  if (!asked.error.empty()) return wrapped_text(fonts().small, theme().palette.bad, asked.error);
  wrapped_text(fonts().small, theme().palette.text_dim,
               asked.runs == 0 ? tr("Choose an option or more than one seed.") : size_text(asked));
}

}  // namespace

void draw_sweep_form(const TrainingFrame& frame, AtOnce at_once) {
  TypedSweep& typed = frame.model.remembered<TypedSweep>();
  wrapped_text(fonts().heading, theme().palette.text, tr("Sweep"));
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Trains all combinations of the values that you choose, with one or more seeds each. "
                  "Nothing is saved to a file."));
  ImGui::Dummy({0, em() * 0.2f});
  const std::vector<SweepOption>& options = offered_options(typed.offered, *shown_run(frame.model).preset);
  for (std::size_t i = 0; i < SweepForm::kAxes; ++i) draw_axis(options, typed.form.axes[i], i);
  draw_seeds_and_steps(frame, typed.form);
  const auto most = static_cast<Index>(kMostSweptRuns);
  look_at_words(frame, typed.asked, typed_words(typed.form, at_once == AtOnce::All ? most : 1));
  draw_words(typed.asked);
  const bool can = typed.asked.runs > 0 && !frame.model.loading;
  if (text_button("sweep.train", Icon::Play, tr("Train all"),
                  tr("Opens a run for each combination and pauses the runs that are training"),
                  {.primary = true, .enabled = can}))
    frame.emit({"sweep", typed.asked.words});
}

}  // namespace attnlab

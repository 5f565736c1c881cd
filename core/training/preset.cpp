// Preset: JSON form, options by name, and building what it describes.
#include "core/training/preset.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/make_task.h"
#include "core/tasks/task_config.h"
#include "core/tasks/task_kinds.h"
#include "core/training/memory.h"
#include "embedded_presets.h"

namespace attnlab {

namespace {

struct Section {
  std::string_view name;
  Fields fields;
};

std::array<Section, 3> sections_of(Preset& preset) {
  return {Section{"task", task_fields(preset.task)}, Section{"model", model_fields(preset.model)},
          Section{"training", training_fields(preset.training)}};
}

/// Without the options that the task or the model's architecture does not use.
Fields shown_fields(const Section& section, Preset& preset) {
  if (section.name == "task") return used_task_fields(preset.task);
  return section.name == "model" ? used_model_fields(preset.model) : section.fields;
}

std::string full_name(std::string_view section, std::string_view field) {
  return std::string(section) + "." + std::string(field);
}

bool has_field(const Section& section, std::string_view name) {
  return std::any_of(section.fields.begin(), section.fields.end(),
                     [&](const Field& field) { return field.name == name; });
}

const Section& section_named(const std::array<Section, 3>& sections, std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return section;
  }
  throw std::invalid_argument("there is no section " + std::string(name) + ": use task, model or training");
}

const Section& section_with(const std::array<Section, 3>& sections, std::string_view field) {
  const auto count =
      std::count_if(sections.begin(), sections.end(), [&](const Section& s) { return has_field(s, field); });
  if (count == 1) {
    return *std::find_if(sections.begin(), sections.end(),
                         [&](const Section& s) { return has_field(s, field); });
  }
  std::vector<std::string> names;
  for (const Section& section : sections) {
    for (const Field& f : section.fields) names.push_back(full_name(section.name, f.name));
  }
  if (count > 1)
    throw std::invalid_argument("option " + std::string(field) +
                                " exists in several sections: put task., model. or training. before it");
  for (const Section& section : sections)
    if (section.name == field)
      throw std::invalid_argument(std::string(field) +
                                  " is a section of options: write one option of it, such as " +
                                  full_name(section.name, section.fields.front().name));
  throw std::invalid_argument("there is no option " + std::string(field) + did_you_mean(field, names));
}

Fields goal_fields(Goal& goal) {
  return {{"metric", &goal.metric, tr_mark("metric of the goal"), 0, 0, {"", "sequences", "tokens", "loss"}},
          {"value", &goal.value, tr_mark("value to reach"), 0, 100}};
}

/// The order in which presets are shown; others follow by name.
int rank_of(const std::string& name) {
  static constexpr std::array<std::string_view, 7> kOrder = {"translate",  "reverse", "sort",       "copy",
                                                             "characters", "words",   "nanogpt-cpu"};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), name) - kOrder.begin());
}

std::vector<Preset> load_builtin_presets() {
  std::vector<Preset> presets;
  for (const EmbeddedFile& file : embedded_presets()) {
    presets.push_back(preset_from_json(nlohmann::json::parse(file.bytes)));
  }
  std::sort(presets.begin(), presets.end(), [](const Preset& a, const Preset& b) {
    return std::pair(rank_of(a.name), a.name) < std::pair(rank_of(b.name), b.name);
  });
  return presets;
}

}  // namespace

namespace {

/// Models that can learn a task of `format`: "gpt, or recurrent with model.output tokens,".
std::string models_for(Format format) {
  std::vector<std::string> alone, chosen;  // those that predict nothing else, and the others
  std::string_view output;
  for (const ArchitectureKind& kind : architecture_kinds()) {
    const ArchitectureKind::Output* const found = kind.output_of(format);
    if (!found) continue;
    (kind.outputs.size() == 1 ? alone : chosen).emplace_back(kind.name);
    if (kind.outputs.size() > 1) output = found->name;
  }
  if (chosen.empty()) return either_of(alone);
  const std::string with = either_of(chosen) + " with model.output " + std::string(output);
  return alone.empty() ? with : either_of(alone) + ", or " + with + ",";
}

void check_format(const Preset& preset, Format format) {
  if (format_of(preset.model) == format) return;
  if (const auto* const fitting = architecture_of(preset.model).output_of(format))
    throw std::invalid_argument(field_error("model", "output", preset.model.output,
                                            std::string(fitting->name) + " for task " + preset.task.name));
  throw std::invalid_argument(field_error("model", "architecture", preset.model.architecture,
                                          models_for(format) + " for task " + preset.task.name));
}

}  // namespace

const std::vector<Preset>& builtin_presets() {
  static const std::vector<Preset> presets = load_builtin_presets();
  return presets;
}

Preset find_preset(std::string_view name) {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  throw std::invalid_argument("there is no preset " + std::string(name) + did_you_mean(name, names));
}

Preset preset_from_json(const nlohmann::json& json) {
  if (!json.is_object()) throw std::invalid_argument("a preset must be a JSON object");
  Preset preset;
  for (const auto& [key, value] : json.items()) {
    if (key == "name" || key == "description") {
      if (!value.is_string()) throw std::invalid_argument("preset." + key + " must be a string");
      (key == "name" ? preset.name : preset.description) = value.get<std::string>();
    } else if (key == "opened") {
      if (!value.is_boolean()) throw std::invalid_argument("preset.opened must be true or false");
      preset.opened = value.get<bool>();
    } else if (key == "goal") {
      fields_from_json(value, goal_fields(preset.goal), key);
    } else {
      fields_from_json(value, section_named(sections_of(preset), key).fields, key);
    }
  }
  return preset;
}

nlohmann::ordered_json preset_to_json(const Preset& preset) {
  Preset copy = preset;
  nlohmann::ordered_json json = {{"name", preset.name}, {"description", preset.description}};
  if (preset.opened) json["opened"] = true;
  if (!copy.goal.metric.empty()) json["goal"] = fields_to_json(goal_fields(copy.goal));
  for (const Section& section : sections_of(copy))
    json[std::string(section.name)] = fields_to_json(shown_fields(section, copy));
  return json;
}

namespace {

/// Applies "section.field=value" or "field=value" alone; the name with its section.
std::string assign(Preset& preset, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw std::invalid_argument("option " + std::string(assignment) +
                                " does not have a value: write name=value");
  }
  const std::string_view path = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  const std::array<Section, 3> sections = sections_of(preset);
  const std::size_t dot = path.find('.');
  const std::string_view field = dot == std::string_view::npos ? path : path.substr(dot + 1);
  const Section& section = dot == std::string_view::npos ? section_with(sections, field)
                                                         : section_named(sections, path.substr(0, dot));
  set_field(section.fields, field, value, section.name);
  return full_name(section.name, field);
}

/// The options of task and model that do nothing, by their names with the section.
std::vector<std::pair<std::string, IdleOption>> idle_options(Preset& preset) {
  std::vector<std::pair<std::string, IdleOption>> all;
  for (const IdleOption& idle : idle_task_options(preset.task))
    all.emplace_back(full_name("task", idle.field.name), idle);
  for (const IdleOption& idle : idle_model_options(preset.model))
    all.emplace_back(full_name("model", idle.field.name), idle);
  return all;
}

/// What did something in `before` and does nothing any longer is as it usually is again, unless it is one of
/// those `set` by hand.
void drop_idle_options(Preset& preset, Preset before, std::span<const std::string> set) {
  std::vector<std::string> kept(set.begin(), set.end());
  for (const auto& [name, idle] : idle_options(before)) kept.push_back(name);
  for (const auto& [name, idle] : idle_options(preset))
    if (std::ranges::find(kept, name) == kept.end())
      set_field({idle.field}, idle.field.name, idle.usual, "preset");
}

/// The feed-forward network stays as many times as wide as the model: 4 times, where the preset has it so.
void follow_width(ModelConfig& model, Index width_before) {
  const Fields used = used_model_fields(model);
  if (std::ranges::find(used, "feed_forward", &Field::name) == used.end()) return;
  model.feed_forward = model.feed_forward * model.width / std::max<Index>(width_before, 1);
}

}  // namespace

void set_option(Preset& preset, std::string_view assignment) {
  const Preset before = preset;
  const std::string set = assign(preset, assignment);
  drop_idle_options(preset, before, {&set, 1});
}

void set_options(Preset& preset, std::span<const std::string> assignments) {
  const Preset before = preset;
  std::vector<std::string> set;
  for (const std::string& assignment : assignments) set.push_back(assign(preset, assignment));
  drop_idle_options(preset, before, set);
  if (std::ranges::find(set, "model.feed_forward") == set.end())
    follow_width(preset.model, before.model.width);
}

void check_model_options(const Preset& preset) {
  ModelConfig model = preset.model;
  if (has_source(format_of(model))) model.source_vocabulary = std::max<Index>(model.source_vocabulary, 8);
  validate(model);
}

std::string options_help(Preset preset) {
  std::string help;
  for (const Section& section : sections_of(preset))
    help += fields_help(shown_fields(section, preset), section.name);
  return help;
}

namespace {

/// `own`: the tokenizer of a model that was opened; null: the task finds one.
std::unique_ptr<Task> task_of(const Preset& preset, const Tokenizer* own = nullptr) {
  if (!is_trainable(preset)) {
    throw std::invalid_argument(
        "preset " + preset.name +
        " does not have a task to train on: attention-lab cost shows its size and cost");
  }
  if (preset.opened && !own)
    throw std::invalid_argument("preset " + preset.name +
                                " belongs to an opened model, and does not contain its tokenizer and first "
                                "weights: continue the saved run, or open the model again");
  TaskShape shape{preset.model.context, preset.model.picture_size, preset.model.picture_channels};
  shape.tokenizer = own;
  return make_task(preset.task, shape);
}

/// Sizes that the task decides.
void fill_in(Preset& preset, const Task& task) {
  check_format(preset, task.format());
  const bool source = has_source(task.format());
  preset.model.source_vocabulary = source ? task.source_tokenizer().size() : 0;
  preset.model.target_vocabulary = task.target_tokenizer().size();
  const Index longest = std::max(source ? task.max_source_length() : 0, task.max_target_length());
  if (longest > preset.model.context) {
    throw std::invalid_argument(
        field_error("model", "context", std::to_string(preset.model.context),
                    "at least " + std::to_string(longest) + " for task " + preset.task.name));
  }
}

}  // namespace

bool is_trainable(const Preset& preset) { return task_kind(preset.task.name).learns; }

Preset with_vocabularies(Preset preset) {
  if (is_trainable(preset)) fill_in(preset, *task_of(preset));
  return preset;
}

namespace {

Experiment experiment_with(Preset preset, std::unique_ptr<Task> task,
                           std::shared_ptr<const Vocabularies> vocabularies, SnapshotPtr first) {
  Experiment experiment;
  fill_in(preset, *task);
  experiment.task = std::move(task);
  experiment.vocabularies = std::move(vocabularies);
  experiment.model = make_model(preset.model);
  experiment.first = std::move(first);
  experiment.preset = std::move(preset);
  check_memory(experiment.preset.model, experiment.preset.training, trained_size(experiment));
  return experiment;
}

}  // namespace

Experiment make_experiment(Preset preset) {
  validate(preset.training);
  std::unique_ptr<Task> task = task_of(preset);
  auto vocabularies = std::make_shared<const Vocabularies>(vocabularies_of(*task));
  return experiment_with(std::move(preset), std::move(task), std::move(vocabularies), nullptr);
}

Experiment make_opened_experiment(Preset preset, std::shared_ptr<const Vocabularies> vocabularies,
                                  SnapshotPtr first) {
  validate(preset.training);
  preset.opened = true;
  std::unique_ptr<Task> task = task_of(preset, &vocabularies->target);
  return experiment_with(std::move(preset), std::move(task), std::move(vocabularies), std::move(first));
}

}  // namespace attnlab

// Own data: a task in place of another, and words about the choice.
#include "core/training/own_data.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/tasks/task_kinds.h"
#include "core/text/token_level.h"

namespace attnlab {
namespace {

bool reads_text(const Preset& preset) { return task_kind(preset.task.name).can_read(OwnData::Text); }

[[noreturn]] void refuse_own(const Preset& preset, std::string_view what) {
  throw std::invalid_argument("a model for task " + preset.task.name + " cannot learn " + std::string(what) +
                              " of your own: open a model for another task");
}

/// "Decoder-only Transformer, 2 layers, width 96".
std::string sizes_of(const ModelConfig& model) {
  const ArchitectureKind& kind = architecture_of(model);
  const std::string_view title = tr(kind.title);
  const std::string width = std::to_string(model.width);
  if (!kind.has_layers()) return tr("{1}, width {2}", title, width);
  return tr("{1}, {2}, width {3}", title, layers_text(model), width);
}

/// "novel.txt in words"; "novel.txt" if there is only one way to read it.
std::string data_of(const Preset& preset, const std::filesystem::path& path) {
  const auto& options = task_kind(preset.task.name).options;
  if (std::ranges::find(options, "level", &TaskOption::name) == options.end()) return last_name(path);
  return tr("{1} in {2}", last_name(path), tr(token_level(preset.task.level).pieces));
}

/// Of a model that is opened: the attention of longer texts costs too much.
constexpr Index kLongestExcerpt = 128;

/// The task that learns a running text by examples of this format; null where none does.
const char* task_of_texts(Format format) {
  if (format == Format::Stream) return "language_model";
  return format == Format::Masked ? "masked_words" : nullptr;
}

bool can_learn(const Preset& preset, OwnData data) {
  switch (data) {
    case OwnData::Text: return can_learn_text(preset);
    case OwnData::Pictures: return can_learn_pictures(preset);
    case OwnData::None: return false;
  }
  no_such_kind("kind of own data");
}

Preset with_own(Preset preset, OwnData data, const std::filesystem::path& path) {
  return data == OwnData::Text ? with_text(std::move(preset), path.string())
                               : with_pictures(std::move(preset), path);
}

}  // namespace

std::string_view preset_of_own(OwnData data) {
  switch (data) {
    case OwnData::Text: return "characters";
    case OwnData::Pictures: return "shapes";
    case OwnData::None: break;
  }
  throw std::invalid_argument("no preset is needed if there is no data");
}

bool can_learn_text(const Preset& preset) {
  return is_trainable(preset) && (reads_text(preset) || format_of(preset.model) == Format::Stream);
}

bool can_learn_pictures(const Preset& preset) {
  return is_trainable(preset) && format_of(preset.model) == Format::Picture;
}

Preset with_text(Preset preset, const std::string& file) {
  if (!can_learn_text(preset)) refuse_own(preset, "texts");
  if (!reads_text(preset)) preset.task = find_preset(preset_of_own(OwnData::Text)).task;
  preset.task.corpus = file;
  return preset;
}

Preset with_pictures(Preset preset, const std::filesystem::path& folder) {
  if (!can_learn_pictures(preset)) refuse_own(preset, "pictures");
  TaskConfig task;
  task.name = task_of_own(OwnData::Pictures).name;
  task.folder = std::filesystem::absolute(folder).string();
  task.validation_share = preset.task.validation_share;
  preset.task = task;
  return preset;
}

bool can_learn_further(const Preset& preset) { return task_of_texts(format_of(preset.model)) != nullptr; }

Preset learning_further(const Preset& opened, const std::string& corpus) {
  const char* const task = task_of_texts(format_of(opened.model));
  if (!task)
    throw std::invalid_argument(
        "the model neither continues texts nor predicts masked words, so it cannot be fine-tuned on a text");
  Preset preset;
  preset.name = opened.name;
  preset.description = opened.description;
  preset.model = opened.model;
  preset.opened = true;
  preset.task.name = task;
  preset.task.corpus = corpus;
  if (opened.model.context > kLongestExcerpt) preset.task.excerpt = kLongestExcerpt;
  preset.training = {.steps = 300,
                     .batch = 8,
                     .shards = 2,
                     .learning_rate = 1e-4,
                     .minimum_learning_rate = 1e-5,
                     .warmup = 20,
                     .beta2 = 0.999,
                     .weight_decay = 0.01};
  return preset;
}

OwnRun own_run(const Preset* open, OwnData data, const std::filesystem::path& path) {
  const bool fits = open && can_learn(*open, data);
  OwnRun run{with_own(fits ? *open : find_preset(preset_of_own(data)), data, path), ""};
  const std::string own = data_of(run.preset, path), sizes = sizes_of(run.preset.model);
  const std::string_view preset = preset_of_own(data);
  if (fits)
    run.remark = tr("learning {1} with a new {2}, like the previous model", own, sizes);
  else if (!open)
    run.remark = tr("learning {1} with a new {2}, from preset {3}", own, sizes, preset);
  else if (data == OwnData::Text)
    run.remark =
        tr("learning {1} with a new {2}, from preset {3}, because a model for task {4} cannot learn "
           "your texts",
           own, sizes, preset, open->task.name);
  else
    run.remark =
        tr("learning {1} with a new {2}, from preset {3}, because a model for task {4} cannot learn "
           "your pictures",
           own, sizes, preset, open->task.name);
  return run;
}

std::string last_name(const std::filesystem::path& path) {
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace attnlab

// Own data: presets that learn a text, or pictures, of the user's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/tasks/base/task_kind.h"
#include "core/training/preset.h"

namespace attnlab {

/// The preset that learns such data where a model cannot.
std::string_view preset_of_own(OwnData data);

/// Whether a model as of `preset` can learn a text of the user's.
bool can_learn_text(const Preset& preset);
/// Whether it can learn the user's pictures.
bool can_learn_pictures(const Preset& preset);

/// `preset` with a text file in place of what it learns; all else stays where the task has it. Throws
/// std::invalid_argument for a model that cannot learn texts.
Preset with_text(Preset preset, const std::string& file);
/// The same with a folder of pictures, one folder a class.
Preset with_pictures(Preset preset, const std::filesystem::path& folder);

/// Whether an opened model, as of `preset`, can be fine-tuned on a text: one that continues
/// texts or finds what is hidden in them.
bool can_learn_further(const Preset& preset);
/// The preset by which such a model, with its weights and its tokenizer, learns `corpus` further: a few
/// hundred steps of small batches at a low rate. Throws std::invalid_argument for a model that cannot.
Preset learning_further(const Preset& opened, const std::string& corpus);

/// What learns the user's data, and a remark on that for the user, in one line.
struct OwnRun {
  Preset preset;
  std::string remark;
};

/// The user's text or pictures at `path`, learned by a new model as of `open`, where that can learn them,
/// else by preset_of_own(). Null: nothing is open.
OwnRun own_run(const Preset* open, OwnData data, const std::filesystem::path& path);

/// The last part of a path, "pets" also of "photos/pets/".
std::string last_name(const std::filesystem::path& path);

}  // namespace attnlab

// The input of a model on the command line: a text, a source and a target, or a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/groups/device_option.h"
#include "core/io/checkpoint.h"
#include "core/trace/tracer.h"

namespace CLI {
class App;
}

namespace attnlab {

/// The options --edit and --edits.
struct EditOptions {
  std::string file;
  std::vector<std::string> edits;

  bool given() const { return !file.empty() || !edits.empty(); }
  /// The texts of all edits, those of the file first, without its blank lines and those that begin with #.
  /// Throws as lines_of_file().
  std::vector<std::string> texts() const;
};

void add_edit_options(CLI::App& command, EditOptions& options);

/// Megabytes for the values and gradients of a forward and backward pass, unless --memory sets them.
inline constexpr Index kUsualPassMegabytes = 512;

/// The options --text, --source, --target, --question, --image, --picture, --edit and --edits.
struct ExampleOptions {
  std::optional<std::string> text, source, target, question, image;
  std::optional<Index> picture;
  EditOptions edits;
  Index memory = kUsualPassMegabytes;  ///< for values and gradients, see TraceRequest::kept_bytes

  /// Whether there is a text or a picture.
  bool given() const { return text || source || target || image || picture; }
};

/// --memory.
void add_memory_option(CLI::App& command, ExampleOptions& options);
/// Notes on standard error that a pass takes more than --memory, and why.
void note_memory(const PassMemory& memory);
/// The options of the example without --question and those of edits.
void add_text_options(CLI::App& command, ExampleOptions& options);
/// --image and --picture.
void add_picture_options(CLI::App& command, ExampleOptions& options);
/// All of them; `options` must outlive the command.
void add_example_options(CLI::App& command, ExampleOptions& options);

/// Throws CLI::RequiredError if there is neither a text nor an image; `or_else` is an option that can replace
/// them: "--held-out".
void require_example(const ExampleOptions& options, const char* or_else = nullptr);

/// The request that they make of `model`. --text replaces --source if there is no other text. The question of
/// a text is the given one, or the one that question_in() finds by the model's task. Tokens that the model
/// does not know are named on standard error. Throws std::invalid_argument, which says what this model reads,
/// for options that do not fit it and for a text that is not UTF-8, and as check_target() and read_picture().
TraceRequest request_for(const ExampleOptions& options, const Checkpoint& model);

/// The pass of `model` over the example, without gradients. Throws as request_for().
TracePtr pass_over(const ExampleOptions& options, const Checkpoint& model, const DeviceOption& device = {});
/// One pass a model. An answer that a model writes by itself is that of the last model, for all of them.
std::vector<TracePtr> passes_over(const ExampleOptions& options, const std::vector<Checkpoint>& models,
                                  const DeviceOption& device = {});

/// How many examples of a task say what its texts ask: as many as the window asks for.
inline constexpr Index kKnownExamples = 12;

/// The task that a model learned; null if it learned the user's own text or images, or if the task cannot be
/// made again.
std::unique_ptr<const Task> known_task(const Preset& preset);

/// The image that --image or --picture names, of the size that the model reads, with the correct answer for
/// an image of the task. Throws std::invalid_argument if neither is given, or if the task does not have this
/// image, and as read_picture().
Example pictured_example(const ExampleOptions& options, const Preset& preset);

}  // namespace attnlab

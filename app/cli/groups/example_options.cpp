// The example options, and their meaning for each kind of model.
#include "app/cli/groups/example_options.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <span>
#include <stdexcept>

#include "app/base/format.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/values.h"
#include "core/config/no_such_kind.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/question.h"
#include "core/tasks/make_task.h"
#include "core/tasks/pictures/picture_file.h"
#include "core/tasks/task_kinds.h"
#include "core/text/shown_pieces.h"
#include "core/trace/edit.h"
#include "core/trace/same_target.h"

namespace attnlab {

namespace {

void refuse(bool given, const char* option, const char* reads, const char* instead = "") {
  if (given)
    throw std::invalid_argument(std::string("this model ") + reads + ": leave " + option + " out" + instead);
}

/// Where the task's question ends in the text, and where the given one does.
void mark_question(const ExampleOptions& o, const Checkpoint& model, TraceRequest& request) {
  if (o.question && !request.target.starts_with(*o.question))
    throw std::invalid_argument("--question \"" + *o.question + "\" is not how --text begins");
  if (o.question) request.question = tokens_up_to(model.vocabularies->target, *o.question);
  const std::unique_ptr<const Task> task = known_task(model.preset);
  if (task) request.source = question_in(request.target, questions_of(*task, kKnownExamples));
  request.target.erase(0, request.source.size());
}

TraceRequest stream_request(const ExampleOptions& o) {
  constexpr const char* kReads = "continues a text and has no source";
  refuse(o.source.has_value(), "--source", kReads, " and give --text");
  refuse(o.target.has_value(), "--target", kReads);
  if (!o.text) throw std::invalid_argument("this model continues a text: give --text TEXT");
  TraceRequest request;
  request.target = *o.text;
  return request;
}

TraceRequest pair_request(const ExampleOptions& o) {
  if (!o.source && !o.text)
    throw std::invalid_argument("this model answers a source text: give --source TEXT (and --target TEXT)");
  TraceRequest request;
  request.source = o.source ? *o.source : *o.text;
  request.target = o.target.value_or("");
  request.generate_target = !o.target;
  return request;
}

/// The options that a model of `format` needs, in words.
std::string what_to_give(Format format) {
  switch (format) {
    case Format::Masked:
      return "this model finds hidden tokens: give --text TEXT with <mask> for them (and --target TEXT, the "
             "whole)";
    case Format::Labels: return "this model labels each token: give --text TEXT (and --target LABELS)";
    case Format::WordContext: return "this model is of word vectors: give --text WORDS and --target WORDS";
    case Format::Numbers: return "this model reads digits, each of which is a number: give --text DIGITS";
    case Format::Class: return "this model classifies a text: give --text TEXT (and --target CLASS)";
    case Format::Stream:
    case Format::Pairs:
    case Format::Picture:
    case Format::PictureText: break;  // requests of their own
  }
  no_such_kind("format of texts to read");
}

TraceRequest source_request(const ExampleOptions& o, Format format) {
  if (!o.source && !o.text) throw std::invalid_argument(what_to_give(format));
  TraceRequest request;
  request.source = o.source ? *o.source : *o.text;
  request.target = o.target.value_or("");
  return request;
}

/// The target that is given, else what is right for a picture of the task. Without either, a model that
/// describes says its own description.
TraceRequest picture_request(const ExampleOptions& o, const Preset& preset) {
  constexpr const char* kReads = "looks at a picture";
  refuse(o.source.has_value(), "--source", kReads);
  refuse(o.text.has_value(), "--text", kReads);
  const Example example = pictured_example(o, preset);
  TraceRequest request;
  request.picture = example.picture;
  request.target = o.target.value_or(example.target);
  request.generate_target = !o.target && !o.picture && writes_answer(format_of(preset.model));
  return request;
}

/// The picture with this number among those that the task holds out.
Example picture_of_task(const Preset& preset, Index number) {
  const std::unique_ptr<const Task> task = known_task(preset);
  if (!task)
    throw std::invalid_argument(
        "--picture chooses a picture of the model's task, which cannot be made again: give --image FILE");
  return task->validation_examples(number + 1).at(static_cast<std::size_t>(number));
}

void check_texts(const ExampleOptions& o) {
  check_utf8("--text", o.text.value_or(""));
  check_utf8("--source", o.source.value_or(""));
  check_utf8("--target", o.target.value_or(""));
  check_utf8("--question", o.question.value_or(""));
}

/// Of all that the model is given to read or to say.
std::vector<Piece> pieces_of(const TraceRequest& request, const Vocabularies& v) {
  std::vector<Piece> pieces = v.target.pieces(request.target);
  const std::vector<Piece> source = v.of(true).pieces(request.source);
  pieces.insert(pieces.begin(), source.begin(), source.end());
  return pieces;
}

TraceRequest example_for(const ExampleOptions& options, const Preset& preset) {
  const Format format = format_of(preset.model);
  refuse(options.question && format != Format::Stream, "--question", "continues no text");
  if (has_picture(format)) return picture_request(options, preset);
  refuse(options.image.has_value(), "--image", "reads texts");
  refuse(options.picture.has_value(), "--picture", "reads texts");
  if (format == Format::Stream) return stream_request(options);
  return format == Format::Pairs ? pair_request(options) : source_request(options, format);
}

}  // namespace

std::unique_ptr<const Task> known_task(const Preset& preset) {
  const bool is_own = preset.opened || task_kind(preset.task.name).own_data != OwnData::None;
  if (!is_trainable(preset) || is_own) return nullptr;
  try {
    return make_task(preset.task,
                     {preset.model.context, preset.model.picture_size, preset.model.picture_channels});
  } catch (const std::exception&) {
    return nullptr;
  }
}

Example pictured_example(const ExampleOptions& options, const Preset& preset) {
  const ModelConfig& model = preset.model;
  if (options.picture) return picture_of_task(preset, *options.picture);
  if (!options.image)
    throw std::invalid_argument(
        std::string("this model looks at a picture: give --image FILE or --picture N") +
        (gives_class(format_of(model)) ? " (and --target CLASS)" : " (and --target TEXT)"));
  return {"", "",
          std::make_shared<const Picture>(
              read_picture(*options.image, model.picture_size, model.picture_channels))};
}

std::vector<std::string> EditOptions::texts() const {
  std::vector<std::string> all;
  if (!file.empty())
    for (std::string& line : lines_of_file(file))
      if (!line.starts_with('#') && line.find_first_not_of(" \t") != std::string::npos)
        all.push_back(std::move(line));
  all.insert(all.end(), edits.begin(), edits.end());
  return all;
}

void add_edit_options(CLI::App& command, EditOptions& options) {
  command
      .add_option(
          "--edit", options.edits,
          "Change something on the way, e.g. \"zero ATTENTION#1\"; may be repeated; attention-lab help "
          "edits lists all")
      ->type_name("EDIT");
  command
      .add_option("--edits", options.file,
                  "Make the edits of this file first, one a line (-: standard input; # begins a remark)")
      ->type_name("FILE");
}

void add_memory_option(CLI::App& command, ExampleOptions& options) {
  command
      .add_option("--memory", options.memory,
                  "Memory for values and gradients of a pass: gradients beyond, the parameters' first, are "
                  "computed when they are looked at, and what is still too much lies in a temporary file; "
                  "no number depends on it")
      ->type_name("MEGABYTES")
      ->capture_default_str()
      ->check(whole_number(1, 1000000));
}

void note_memory(const PassMemory& memory) {
  if (!memory.obstacle.empty())
    std::fprintf(stderr, "note: %s of the pass are in memory, more than --memory says: %s\n",
                 format_bytes(static_cast<double>(memory.in_memory())).c_str(), memory.obstacle.c_str());
}

void add_text_options(CLI::App& command, ExampleOptions& options) {
  CLI::Option* text =
      command
          .add_option("--text", options.text,
                      "Text that the model continues or reads (-: standard input, as of --source "
                      "and --target)")
          ->type_name("TEXT");
  CLI::Option* source =
      command.add_option("--source", options.source, "Text that the model answers")->type_name("TEXT");
  CLI::Option* target =
      command
          .add_option(
              "--target", options.target,
              "What it should say; without it, a model that answers says its own most probable answer")
          ->type_name("TEXT");
  source->excludes(text);
  for (CLI::Option* option : {text, source, target}) take_standard_input(option);
  add_picture_options(command, options);
}

void add_picture_options(CLI::App& command, ExampleOptions& options) {
  CLI::Option* image =
      command.add_option("--image", options.image, "PNG or JPEG file, for a model of pictures")
          ->type_name("FILE");
  command
      .add_option(
          "--picture", options.picture,
          "Instead: which of the pictures that the model's task holds out, from 0; its right answer is "
          "the target")
      ->type_name("N")
      ->check(whole_number(0, 9999))
      ->excludes(image);
}

void add_example_options(CLI::App& command, ExampleOptions& options) {
  add_text_options(command, options);
  command
      .add_option("--question", options.question,
                  "How much of --text asks, from its beginning: predictions before its end do not count. "
                  "Without it, what the model's task calls a question; \"\": all count")
      ->type_name("TEXT");
  add_edit_options(command, options.edits);
}

void require_example(const ExampleOptions& options, const char* or_else) {
  if (!options.given())
    throw CLI::RequiredError("--text TEXT (or --source, --image, --picture)" + std::string(or_else));
}

TraceRequest request_for(const ExampleOptions& options, const Checkpoint& model) {
  check_texts(options);
  TraceRequest request = example_for(options, model.preset);
  const Format format = format_of(model.model->config());
  if (format == Format::Stream) mark_question(options, model, request);
  check_target(format, *model.vocabularies, {request.source, request.target});
  note_unknown(pieces_of(request, *model.vocabularies));
  for (const std::string& edit : options.edits.texts()) request.edits.push_back(parse_edit(edit));
  request.kept_bytes = options.memory << 20;
  return request;
}

std::vector<TracePtr> passes_over(const ExampleOptions& options, const std::vector<Checkpoint>& models,
                                  const DeviceOption& device_option) {
  const AttentionDeviceChoice device(open_device(device_option));
  const auto trace = [&](const Checkpoint& model, const TraceRequest& request) {
    return Tracer(model.model, model.vocabularies, device).trace(model.state->snapshot, request);
  };
  TraceRequest request = request_for(options, models.back());
  request.gradients = false;
  const TracePtr last = trace(models.back(), request);
  std::vector<TracePtr> traces;
  for (const Checkpoint& model : std::span(models).first(models.size() - 1))
    traces.push_back(trace(model, with_same_target(*last, request)));
  traces.push_back(last);
  return traces;
}

TracePtr pass_over(const ExampleOptions& options, const Checkpoint& model, const DeviceOption& device) {
  TraceRequest request = request_for(options, model);
  request.gradients = false;
  return Tracer(model.model, model.vocabularies, AttentionDeviceChoice(open_device(device)))
      .trace(model.state->snapshot, request);
}

}  // namespace attnlab

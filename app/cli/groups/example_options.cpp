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
#include "core/language/messages.h"
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

/// `message` says what the model reads, with the option that does not fit in its place.
void refuse(bool given, const char* option, const char* message) {
  if (given) throw std::invalid_argument(fill(tr(message), {option}));
}

/// Where the task's question ends in the text, and where the given one does.
void mark_question(const ExampleOptions& o, const Checkpoint& model, TraceRequest& request) {
  if (o.question && !request.target.starts_with(*o.question))
    throw std::invalid_argument(tr("--text does not begin with --question \"{1}\"", *o.question));
  if (o.question) request.question = tokens_up_to(model.vocabularies->target, *o.question);
  const std::unique_ptr<const Task> task = known_task(model.preset);
  if (task) request.source = question_in(request.target, questions_of(*task, kKnownExamples));
  request.target.erase(0, request.source.size());
}

TraceRequest stream_request(const ExampleOptions& o) {
  constexpr const char* kReads =
      tr_mark("this model continues a text and does not have a source: remove {1} and give --text");
  refuse(o.source.has_value(), "--source", kReads);
  refuse(o.target.has_value(), "--target", kReads);
  if (!o.text) throw std::invalid_argument(tr("this model continues a text: give --text TEXT"));
  TraceRequest request;
  request.target = *o.text;
  return request;
}

TraceRequest pair_request(const ExampleOptions& o) {
  if (!o.source && !o.text)
    throw std::invalid_argument(
        tr("this model answers a source text: give --source TEXT (and --target TEXT)"));
  TraceRequest request;
  request.source = o.source ? *o.source : *o.text;
  request.target = o.target.value_or("");
  request.generate_target = !o.target;
  return request;
}

/// A message with the options that a model of `format` needs.
std::string what_to_give(Format format) {
  switch (format) {
    case Format::Masked:
      return tr(
          "this model predicts masked tokens: give --text TEXT with <mask> in their place (and --target "
          "TEXT, the complete text)");
    case Format::Labels: return tr("this model labels each token: give --text TEXT (and --target LABELS)");
    case Format::WordContext: return tr("this model has word vectors: give --text WORDS and --target WORDS");
    case Format::Numbers: return tr("this model reads digits, each of which is a number: give --text DIGITS");
    case Format::Class: return tr("this model classifies a text: give --text TEXT (and --target CLASS)");
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

/// The target that is given, or else the correct one of an image of the task. Without either, a model that
/// describes images generates the target.
TraceRequest picture_request(const ExampleOptions& o, const Preset& preset) {
  constexpr const char* kReads = tr_mark("this model reads images: remove {1}");
  refuse(o.source.has_value(), "--source", kReads);
  refuse(o.text.has_value(), "--text", kReads);
  const Example example = pictured_example(o, preset);
  TraceRequest request;
  request.picture = example.picture;
  request.target = o.target.value_or(example.target);
  request.generate_target = !o.target && !o.picture && writes_answer(format_of(preset.model));
  return request;
}

/// The image with this number among the held-out ones of the task.
Example picture_of_task(const Preset& preset, Index number) {
  const std::unique_ptr<const Task> task = known_task(preset);
  if (!task)
    throw std::invalid_argument(
        tr("--picture N is an image of the model's task, which is not available: give --image FILE"));
  return task->validation_examples(number + 1).at(static_cast<std::size_t>(number));
}

void check_texts(const ExampleOptions& o) {
  check_utf8("--text", o.text.value_or(""));
  check_utf8("--source", o.source.value_or(""));
  check_utf8("--target", o.target.value_or(""));
  check_utf8("--question", o.question.value_or(""));
}

/// Of all that the model reads or is to predict.
std::vector<Piece> pieces_of(const TraceRequest& request, const Vocabularies& v) {
  std::vector<Piece> pieces = v.target.pieces(request.target);
  const std::vector<Piece> source = v.of(true).pieces(request.source);
  pieces.insert(pieces.begin(), source.begin(), source.end());
  return pieces;
}

TraceRequest example_for(const ExampleOptions& options, const Preset& preset) {
  const Format format = format_of(preset.model);
  refuse(options.question && format != Format::Stream, "--question",
         tr_mark("this model does not continue texts: remove {1}"));
  if (has_picture(format)) return picture_request(options, preset);
  constexpr const char* kReadsTexts = tr_mark("this model reads texts: remove {1}");
  refuse(options.image.has_value(), "--image", kReadsTexts);
  refuse(options.picture.has_value(), "--picture", kReadsTexts);
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
        gives_class(format_of(model))
            ? tr("this model reads images: give --image FILE or --picture N (and --target CLASS)")
            : tr("this model reads images: give --image FILE or --picture N (and --target TEXT)"));
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
      .add_option("--edit", options.edits,
                  tr("Edit the forward pass, such as \"zero ATTENTION#1\"; may be repeated; attention-lab "
                     "help edits lists all edits"))
      ->type_name("EDIT");
  command
      .add_option(
          "--edits", options.file,
          tr("Apply the edits of this file first, one per line (-: standard input; # begins a comment)"))
      ->type_name("FILE");
}

void add_memory_option(CLI::App& command, ExampleOptions& options) {
  command
      .add_option(
          "--memory", options.memory,
          tr("Memory for the values and gradients of a forward and backward pass. If it is not enough, "
             "gradients are not stored but computed when needed, parameter gradients first; if that is not "
             "enough, tensors are stored in a temporary file. Results do not depend on it"))
      ->type_name("MEGABYTES")
      ->capture_default_str()
      ->check(whole_number(1, 1000000));
}

void note_memory(const PassMemory& memory) {
  if (!memory.obstacle.empty())
    std::fprintf(stderr, "%s\n",
                 tr("note: values and gradients take {1} of memory, more than --memory: {2}",
                    format_bytes(static_cast<double>(memory.in_memory())), memory.obstacle)
                     .c_str());
}

void add_text_options(CLI::App& command, ExampleOptions& options) {
  CLI::Option* text = command
                          .add_option("--text", options.text,
                                      tr("Text that the model continues or reads (-: standard input, also "
                                         "for --source and --target)"))
                          ->type_name("TEXT");
  CLI::Option* source =
      command.add_option("--source", options.source, tr("Text that the model answers"))->type_name("TEXT");
  CLI::Option* target =
      command
          .add_option(
              "--target", options.target,
              tr("Correct output; without it, a model that answers takes the output that it generates"))
          ->type_name("TEXT");
  source->excludes(text);
  for (CLI::Option* option : {text, source, target}) take_standard_input(option);
  add_picture_options(command, options);
}

void add_picture_options(CLI::App& command, ExampleOptions& options) {
  CLI::Option* image =
      command.add_option("--image", options.image, tr("PNG or JPEG file, for a model that reads images"))
          ->type_name("FILE");
  command
      .add_option("--picture", options.picture,
                  tr("Or the number of a held-out image of the model's task, from 0; its correct answer is "
                     "the target"))
      ->type_name("N")
      ->check(whole_number(0, 9999))
      ->excludes(image);
}

void add_example_options(CLI::App& command, ExampleOptions& options) {
  add_text_options(command, options);
  command
      .add_option(
          "--question", options.question,
          tr("The beginning of --text that is the question: predictions before its end do not count. Without "
             "this option, the question of the model's task; with \"\", all predictions count"))
      ->type_name("TEXT");
  add_edit_options(command, options.edits);
}

void require_example(const ExampleOptions& options, const char* or_else) {
  if (!options.given())
    throw CLI::RequiredError(or_else ? tr("--text TEXT (or --source, --image, --picture) or {1}", or_else)
                                     : std::string(tr("--text TEXT (or --source, --image, --picture)")));
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

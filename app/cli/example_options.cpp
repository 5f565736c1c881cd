// The example options and what each kind of model makes of them.
#include "app/cli/example_options.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "core/tasks/pictures/picture_file.h"
#include "core/trace/edit.h"

namespace attnlab {

namespace {

void refuse(bool given, const char* option, const char* reads, const char* instead = "") {
  if (given)
    throw std::invalid_argument(std::string("this model ") + reads + ": leave " + option + " out" + instead);
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

/// What a model of `format` must be given.
std::string what_to_give(Format format) {
  switch (format) {
    case Format::Masked:
      return "this model finds hidden tokens: give --text TEXT with <mask> for them (and --target TEXT, the "
             "whole)";
    case Format::Labels: return "this model labels each token: give --text TEXT (and --target LABELS)";
    case Format::WordContext: return "this model is of word vectors: give --text WORDS and --target WORDS";
    default: return "this model classifies a text: give --text TEXT (and --target CLASS)";
  }
}

TraceRequest source_request(const ExampleOptions& o, Format format) {
  if (!o.source && !o.text) throw std::invalid_argument(what_to_give(format));
  TraceRequest request;
  request.source = o.source ? *o.source : *o.text;
  request.target = o.target.value_or("");
  return request;
}

TraceRequest picture_request(const ExampleOptions& o, const ModelConfig& model) {
  constexpr const char* kReads = "looks at a picture";
  refuse(o.source.has_value(), "--source", kReads);
  refuse(o.text.has_value(), "--text", kReads);
  if (!o.image)
    throw std::invalid_argument("this model looks at a picture: give --image FILE (and --target CLASS)");
  TraceRequest request;
  request.picture = picture_for(*o.image, model);
  request.target = o.target.value_or("");
  return request;
}

TraceRequest example_for(const ExampleOptions& options, const ModelConfig& model) {
  const Format format = format_of(model);
  if (format == Format::Picture) return picture_request(options, model);
  refuse(options.image.has_value(), "--image", "reads texts");
  if (format == Format::Stream) return stream_request(options);
  return format == Format::Pairs ? pair_request(options) : source_request(options, format);
}

}  // namespace

std::shared_ptr<const Picture> picture_for(const std::string& file, const ModelConfig& model) {
  return std::make_shared<const Picture>(read_picture(file, model.picture_size, model.picture_channels));
}

void add_example_options(CLI::App& command, const std::shared_ptr<ExampleOptions>& options) {
  CLI::Option* text = command.add_option("--text", options->text, "Text that the model continues or reads")
                          ->type_name("TEXT");
  command.add_option("--source", options->source, "Text that the model answers")
      ->type_name("TEXT")
      ->excludes(text);
  command
      .add_option("--target", options->target,
                  "What it should say; without it, a model that answers says its own most probable answer")
      ->type_name("TEXT");
  command.add_option("--image", options->image, "PNG or JPEG file, for a model of pictures")
      ->type_name("FILE");
  command
      .add_option(
          "--edit", options->edits,
          "Change something on the way; may be repeated: NAME[0,*,2]=0.5 sets cells of a tensor or weight "
          "(* is a whole axis), += adds, *= scales, \"NAME[0,2,*] from TEXT\" takes them from another text; "
          "\"zero ATTENTION#1\" takes head 1 out (mean, only, swap ATTENTION#0,1); \"force "
          "ATTENTION#1[2,0]\" makes query 2 look at key 0; \"no norm NAME\" (scaling, mask, residual, "
          "sublayer) and \"no positions\" take a part out; \"token input[2]=a\" reads another token")
      ->type_name("EDIT");
}

TraceRequest request_for(const ExampleOptions& options, const ModelConfig& model) {
  TraceRequest request = example_for(options, model);
  for (const std::string& edit : options.edits) request.edits.push_back(parse_edit(edit));
  return request;
}

}  // namespace attnlab

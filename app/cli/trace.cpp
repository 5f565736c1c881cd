// attention-lab trace: every tensor of one pass over a text.
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/cli.h"
#include "core/io/checkpoint.h"
#include "core/io/trace_export.h"
#include "core/trace/tracer.h"

namespace attnlab {
namespace {

struct Options {
  std::string model, out;
  std::optional<std::string> text, source, target;
  bool gradients = false, list = false;
};

TraceRequest request_for(const Options& options, const Vocabularies& vocabularies) {
  TraceRequest request;
  request.gradients = options.gradients;
  if (vocabularies.source) {
    if (!options.source)
      throw std::invalid_argument("this model has an encoder: give --source TEXT (and --target TEXT)");
    request.source = *options.source;
    request.target = options.target.value_or("");
    request.generate_target = !options.target;
  } else {
    if (!options.text)
      throw std::invalid_argument("this model continues a text and has no source: give --text TEXT");
    request.target = *options.text;
  }
  return request;
}

void print_list(const Trace& trace) {
  std::size_t width = 0;
  for_each_tensor(trace, [&](const std::string& name, const Shape&, std::span<const Real>) {
    width = std::max(width, name.size());
  });
  for_each_tensor(trace, [&](const std::string& name, const Shape& shape, std::span<const Real>) {
    std::printf("%-*s  %s\n", static_cast<int>(width), name.c_str(), shape.text().c_str());
  });
}

int trace(const Options& options) {
  const Checkpoint model = load_checkpoint(options.model, LoadOptimizer::No);
  const Tracer tracer(model.model, model.vocabularies);
  const TracePtr result = tracer.trace(model.snapshot, request_for(options, *model.vocabularies));
  if (options.list) print_list(*result);
  if (!options.out.empty()) write_trace(options.out, *result);
  return kDone;
}

}  // namespace

void add_trace_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("trace", "Compute every tensor of one pass over a text");
  const auto options = std::make_shared<Options>();
  command->add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  CLI::Option* text = command->add_option("--text", options->text, "Text, for models that continue a text")
                          ->type_name("TEXT");
  CLI::Option* source =
      command->add_option("--source", options->source, "Encoder's text, for models with an encoder")
          ->type_name("TEXT");
  command
      ->add_option("--target", options->target, "Decoder's text; without it, the model's own greedy output")
      ->type_name("TEXT")
      ->needs(source);
  text->excludes(source);
  command->add_flag("--gradients", options->gradients,
                    "Run backward as well: each tensor's gradient is NAME.grad");
  command->add_flag("--list", options->list, "Print name and shape of each tensor");
  command->add_option("--out", options->out, "Write all tensors to this file")->type_name("FILE.safetensors");
  command->footer(
      "Tensors come in the order of computation, then the parameters. The loss is the mean cross-entropy\n"
      "of the target (or of each next token of the text).\n"
      "\n"
      "Examples:\n"
      "  attention-lab trace --model rev --source hello --list\n"
      "  attention-lab trace --model rev --source hello --target olleh --gradients --out t.safetensors\n"
      "  attention-lab trace --model book --text \"Once upon\" --list");
  command->callback([&action, options] {
    if (!options->list && options->out.empty()) throw CLI::RequiredError("--list or --out FILE.safetensors");
    action = [options] { return trace(*options); };
  });
}

}  // namespace attnlab

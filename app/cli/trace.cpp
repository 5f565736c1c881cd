// attention-lab trace: every tensor of one pass over a text.
#include <cstdio>
#include <memory>

#include "app/cli/cli.h"
#include "app/cli/example_options.h"
#include "core/io/trace_export.h"

namespace attnlab {
namespace {

struct Options {
  std::string model, out;
  bool gradients = false, list = false;
};

void print_list(const Trace& trace) {
  std::size_t width = 0;
  for_each_tensor(trace, [&](const std::string& name, const Shape&, std::span<const Real>) {
    width = std::max(width, name.size());
  });
  for_each_tensor(trace, [&](const std::string& name, const Shape& shape, std::span<const Real>) {
    std::printf("%-*s  %s\n", static_cast<int>(width), name.c_str(), shape.text().c_str());
  });
}

int trace(const Options& options, const ExampleOptions& example) {
  const Checkpoint model = load_checkpoint(options.model, LoadOptimizer::No);
  const Tracer tracer(model.model, model.vocabularies);
  TraceRequest request = request_for(example, model.model->config());
  request.gradients = options.gradients;
  const TracePtr result = tracer.trace(model.snapshot, request);
  if (options.list) print_list(*result);
  if (!options.out.empty()) write_trace(options.out, *result);
  return kDone;
}

}  // namespace

void add_trace_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("trace", "Compute every tensor of one pass over a text");
  const auto options = std::make_shared<Options>();
  const auto example = std::make_shared<ExampleOptions>();
  command->add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  add_example_options(*command, example);
  command->add_flag("--gradients", options->gradients,
                    "Run backward as well: each tensor's gradient is NAME.grad");
  command->add_flag("--list", options->list, "Print name and shape of each tensor");
  command->add_option("--out", options->out, "Write all tensors to this file")->type_name("FILE.safetensors");
  command->footer(
      "Tensors come in the order of computation, then the parameters. The loss is the mean cross-entropy\n"
      "of the target (or of each next token of the text); without a target there is none.\n"
      "\n"
      "Examples:\n"
      "  attention-lab trace --model rev --source hello --list\n"
      "  attention-lab trace --model rev --source hello --target olleh --gradients --out t.safetensors\n"
      "  attention-lab trace --model book --text \"Once upon\" --list\n"
      "  attention-lab trace --model digits --image seven.png --target 7 --gradients --list");
  command->callback([&action, options, example] {
    if (!options->list && options->out.empty()) throw CLI::RequiredError("--list or --out FILE.safetensors");
    action = [options, example] { return trace(*options, *example); };
  });
}

}  // namespace attnlab

// attention-lab trace: every tensor of one forward pass over a text.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/groups/device_option.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/config/no_such_kind.h"
#include "core/io/numpy/numpy_script.h"
#include "core/io/trace_csv.h"
#include "core/io/trace_export.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct TraceOptions {
  DeviceOption device;
  std::string out, csv, numpy;
  bool gradients = false, list = false, json = false;
};

const char* remark_of(Kept kept) {
  switch (kept) {
    case Kept::InMemory: return "";
    case Kept::InFile: return tr("in a temporary file");
    case Kept::LeftOut: return tr("computed when needed");
  }
  no_such_kind("place of a tensor");
}

void print_list(const Trace& trace) {
  std::size_t width = 0;
  for_each_name(trace,
                [&](const std::string& name, const Shape&, Kept) { width = std::max(width, name.size()); });
  for_each_name(trace, [&](const std::string& name, const Shape& shape, Kept kept) {
    const std::string remark = remark_of(kept);
    std::printf("%-*s  %s%s%s\n", static_cast<int>(width), name.c_str(), shape.text().c_str(),
                remark.empty() ? "" : "  ", remark.c_str());
  });
}

/// The first number that is not finite, as JSON; null if all are finite.
nlohmann::ordered_json fault_json(const std::optional<Fault>& fault) {
  if (!fault) return nullptr;
  const CellName cell = cell_of(*fault);
  return {{"tensor", cell.tensor}, {"index", cell.index}, {"text", fault->text()}};
}

void print_json_list(const Trace& trace) {
  auto list = nlohmann::ordered_json::array();
  for_each_name(trace, [&](const std::string& name, const Shape& shape, Kept kept) {
    auto sizes = nlohmann::ordered_json::array();
    for (int axis = 0; axis < shape.rank(); ++axis) sizes.push_back(shape[axis]);
    list.push_back({{"name", name}, {"shape", sizes}});
    if (kept == Kept::LeftOut) list.back()["kept"] = false;
    if (kept == Kept::InFile) list.back()["in_file"] = true;
  });
  print_json_object({{"step", trace.step()},
                     {"loss", finite_or_null(trace.loss())},
                     {"not_finite", fault_json(trace.fault())},
                     {"bytes",
                      {{"values", trace.memory().values},
                       {"gradients", trace.memory().gradients},
                       {"left_out", trace.memory().left_out},
                       {"in_file", trace.memory().in_file}}},
                     {"tensors", std::move(list)}});
}

/// The options for one step of --step all: each step has files of its own.
TraceOptions of_step(TraceOptions options, Index step) {
  for (std::string* path : {&options.out, &options.csv, &options.numpy})
    if (!path->empty()) *path = path_of_step(*path, step);
  return options;
}

void put_out(const TraceOptions& options, const Trace& trace, const Vocabularies& vocabularies) {
  if (options.list) options.json ? print_json_list(trace) : print_list(trace);
  if (!options.out.empty()) write_trace(options.out, trace);
  if (!options.csv.empty()) write_trace_csv(options.csv, trace, vocabularies);
  if (!options.numpy.empty()) write_numpy_script(options.numpy, trace, options.out);
}

int trace(const TraceOptions& options, const ModelOptions& saved, const ExampleOptions& example) {
  if (!options.list && options.out.empty() && options.csv.empty())
    throw CLI::RequiredError(tr("--list, --out FILE.safetensors or --csv FOLDER"));
  const std::vector<Checkpoint> steps = load_models(saved);
  TraceRequest request = request_for(example, steps[0]);
  request.gradients = options.gradients;
  const Tracer tracer(steps[0].model, steps[0].vocabularies,
                      AttentionDeviceChoice(open_device(options.device)));
  for (const Checkpoint& model : steps) {
    const Index step = model.state->step();
    const TracePtr result = tracer.trace(model.state->snapshot, request);
    note_memory(result->memory());
    if (result->fault())
      std::fprintf(stderr, "%s\n", tr("note: {1}", not_finite_text(*result->fault())).c_str());
    if (saved.all_steps() && options.list && !options.json) print_step_line(step);
    put_out(saved.all_steps() ? of_step(options, step) : options, *result, *model.vocabularies);
  }
  return kDone;
}

Action declare_trace(CLI::App& command) {
  const auto options = std::make_shared<TraceOptions>();
  const auto example = std::make_shared<ExampleOptions>();
  const auto saved = std::make_shared<ModelOptions>();
  add_model_options(command, *saved);
  add_example_options(command, *example);
  add_memory_option(command, *example);
  add_old_name(command.add_flag("--grad", options->gradients));
  command.add_flag("--gradients", options->gradients,
                   tr("Also run the backward pass: each tensor's gradient is NAME.grad"));
  CLI::Option* list =
      command.add_flag("--list", options->list, tr("Print the name and shape of each tensor"));
  command
      .add_flag("--json", options->json,
                tr("Print the list as a JSON object on one line: {1}",
                   R"({"step", "loss", "not_finite", "bytes", "tensors": [{"name", "shape"}, …]})"))
      ->needs(list);
  CLI::Option* out = command.add_option("--out", options->out, tr("Write all tensors to this file"))
                         ->type_name("FILE.safetensors")
                         ->check(path_name());
  command.add_option("--csv", options->csv, tr("Write each tensor as a table, NAME.csv, into this folder"))
      ->type_name("FOLDER")
      ->check(path_name());
  command
      .add_option("--numpy", options->numpy,
                  tr("Write a script that recomputes the forward pass of --out with only NumPy"))
      ->type_name("FILE.py")
      ->check(path_name())
      ->needs(out);
  options->device = add_device_option(command);
  command.footer(help_end(
      {tr("Tensors are listed in the order of computation, then parameters. The loss is the mean "
          "cross-entropy of the target (or of each next token of the text); without a target, there is no "
          "loss."),
       tr("A table has the last axis along its columns and the other axes down its rows, with their tokens. "
          "The script compares every tensor with the file of --out and ends with status 1 at the first "
          "difference: python3 t.py"),
       tr("If a number of the pass is NaN or infinite, a note names the first such tensor and cell, and the "
          "operation that made it. −∞ in a mask masks a key and does not count."),
       tr("With --step all, each step has its own list and its own files: t-64.safetensors, t-64.py, "
          "tables-64.")},
      "  attention-lab trace --model rev --source hello --list\n"
      "  attention-lab trace --model rev --source hello --target olleh --gradients --out t.safetensors\n"
      "  attention-lab trace --model rev --source hello --target olleh --out t.safetensors --numpy t.py\n"
      "  attention-lab trace --model rev --source hello --csv tables\n"
      "  attention-lab trace --model rev --step 64 --source hello --out early.safetensors\n"
      "  attention-lab trace --model rev --step all --source hello --target olleh --list --json\n"
      "  attention-lab trace --model book --text \"Once upon\" --list\n"
      "  attention-lab trace --model digits --image seven.png --target 7 --gradients --list"));
  return [options, saved, example] { return trace(*options, *saved, *example); };
}

}  // namespace

extern const Subcommand kTraceSubcommand = {.name = "trace",
                                            .sentence = tr_mark("Compute every tensor of one forward pass"),
                                            .declare = declare_trace};

}  // namespace attnlab

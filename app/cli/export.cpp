// attention-lab export: a saved model in the formats of other programs.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/subcommands.h"
#include "core/config/rows.h"
#include "core/io/checkpoint.h"
#include "core/io/family_export.h"
#include "core/io/llama2c/llama2c_export.h"
#include "core/io/pytorch/pytorch_folder.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

struct ExportOptions {
  std::string model, to, out;
  std::optional<Index> batches;
};

/// What a folder was written for, and remarks on what it does not contain.
struct Exported {
  std::string title;
  std::vector<std::string> remarks{};
};

Exported to_family(const ExportOptions& options, const Checkpoint& model) {
  save_family_folder(options.out, model);
  return {std::string(family_of_model(model.preset.model, model.preset.name).family->title)};
}

Exported to_pytorch(const ExportOptions& options, const Checkpoint& model) {
  return {"model.py, " + std::string(tr(architecture_of(model.preset.model).title)),
          save_pytorch_folder(options.out, model, {options.batches})};
}

Exported to_llama2c(const ExportOptions& options, const Checkpoint& model) {
  return {"llama2.c", save_llama2c_folder(options.out, model)};
}

/// A format in which models are written.
struct ExportForm {
  std::string_view name, sentence;
  Load what;
  Exported (*write)(const ExportOptions&, const Checkpoint&);
  bool has_batches = false;
};

constexpr ExportForm kExportForms[] = {
    {.name = "huggingface",
     .sentence =
         tr_mark("a folder in the format of the model's family, as Hugging Face's transformers saves it"),
     .what = Load::Weights,
     .write = to_family},
    {.name = "pytorch",
     .sentence = tr_mark(
         "a readable module with weights, tokenizer, a check, and train.py, which continues training"),
     .what = Load::Run,
     .write = to_pytorch,
     .has_batches = true},
    {.name = "llama2c",
     .sentence = tr_mark("files of llama2.c, for models with Llama's architecture"),
     .what = Load::Weights,
     .write = to_llama2c},
};

int export_model(const ExportOptions& options) {
  const ExportForm& form = row_named(std::span(kExportForms), "form", options.to);
  if (options.batches && !form.has_batches)
    throw std::invalid_argument(tr("--batches is for --to pytorch, not for --to {1}", options.to));
  const Checkpoint model = load_with_notes(options.model, form.what);
  const Exported exported = form.write(options, model);
  std::printf("%s: %s\n", options.out.c_str(), exported.title.c_str());
  for (const std::string& remark : exported.remarks) std::printf("%s\n", remark.c_str());
  return kDone;
}

std::vector<std::string> form_names() {
  std::vector<std::string> names;
  for (const ExportForm& form : kExportForms) names.emplace_back(form.name);
  return names;
}

std::string forms_help() {
  std::vector<HelpRow> rows;
  for (const ExportForm& form : kExportForms) rows.push_back({form.name, std::string(tr(form.sentence))});
  return tr("Formats:") + ("\n" + help_rows(rows));
}

Action declare_export(CLI::App& command) {
  const auto options = std::make_shared<ExportOptions>();
  add_model_folder(command, options->model);
  command.add_option("--to", options->to, tr("Format of the exported model"))
      ->type_name("FORM")
      ->required()
      ->check(CLI::IsMember(form_names()));
  command
      .add_option("--out", options->out, tr("Folder to write; an older export in this format is replaced"))
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--batches", options->batches,
                  tr("For pytorch, and tasks that do not read a text: number of steps whose batches are "
                     "stored for train.py (default: the remaining steps of the run)"))
      ->type_name("N")
      ->check(whole_number(0, 100000000));
  command.footer(help_end(
      {forms_help(),
       tr("If a format cannot represent the model, the error names an option in which they differ.")},
      "  attention-lab export --model runs/mill --to huggingface --out mill-gpt2\n"
      "  attention-lab export --model runs/mill --to pytorch --out mill-pytorch\n"
      "  attention-lab export --model runs/modern --to llama2c --out modern-llama2c"));
  return [options] { return export_model(*options); };
}

}  // namespace

extern const Subcommand kExportSubcommand = {.name = "export",
                                             .sentence = tr_mark("Export a saved model for other programs"),
                                             .declare = declare_export};

}  // namespace attnlab

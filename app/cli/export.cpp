// attention-lab export: a saved model as other programs open it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/subcommands.h"
#include "core/io/checkpoint.h"
#include "core/io/family_export.h"

namespace attnlab {
namespace {

struct ExportOptions {
  std::string model, to, out;
};

int export_model(const ExportOptions& options) {
  const Checkpoint model = load_checkpoint(options.model, Load::Weights);
  save_family_folder(options.out, model);
  std::printf("%s: %s\n", options.out.c_str(),
              std::string(family_of_model(model.preset.model, model.preset.name).family->title).c_str());
  return kDone;
}

Action declare_export(CLI::App& command) {
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("--model", options->model, "Folder of a saved model")->type_name("FOLDER")->required();
  command
      .add_option("--to", options->to, "huggingface: a folder of the model's family, as its makers save it")
      ->type_name("FORM")
      ->required()
      ->check(CLI::IsMember({"huggingface"}));
  command.add_option("--out", options->out, "Folder to write; one of another program is replaced")
      ->type_name("FOLDER")
      ->required();
  command.footer(
      "Models of no family are refused, with the nearest family and an option in which it "
      "differs.\n\nExamples:\n"
      "  attention-lab export --model runs/mill --to huggingface --out mill-gpt2");
  return [options] { return export_model(*options); };
}

}  // namespace

extern const Subcommand kExportSubcommand = {
    .name = "export", .sentence = "Write a saved model as other programs open it", .declare = declare_export};

}  // namespace attnlab

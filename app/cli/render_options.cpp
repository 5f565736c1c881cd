// Declares the options of render.
#include "app/cli/render_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/groups/given_text.h"
#include "app/cli/groups/values.h"
#include "app/feature/features.h"
#include "app/state/selection.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

void add_what(CLI::App& command, RenderOptions& o) {
  CLI::Option* model =
      command.add_option("--model", o.model.folder, tr("Folder of a saved model"))->type_name("FOLDER");
  CLI::Option* preset =
      command.add_option("--preset", o.model.preset, tr("Or a preset, untrained without --train"))
          ->type_name("NAME")
          ->excludes(model);
  CLI::Option* train = command.add_option("--train", o.train, tr("Train N steps first"))
                           ->type_name("N")
                           ->check(whole_number(1, 100000000));
  command
      .add_option("--state", o.state, tr("Or the state of a line from attention-lab state, trained again"))
      ->type_name("LINE")
      ->excludes(model)
      ->excludes(preset)
      ->excludes(train);
  command
      .add_option("--step", o.model.step,
                  tr("The model after N steps, which must be a stored step (default: the newest); all: a "
                     "figure of each stored step, NAME-STEP.svg"))
      ->type_name("N|all");
  CLI::Option* text = command
                          .add_option("--text", o.example.text,
                                      tr("Text that the model continues or reads (-: standard input)"))
                          ->type_name("TEXT");
  CLI::Option* source = command.add_option("--source", o.example.source, tr("Text that the model answers"))
                            ->type_name("TEXT")
                            ->excludes(text);
  CLI::Option* target = command
                            .add_option("--target", o.example.target,
                                        tr("Correct output; without it, the output that the model generates"))
                            ->type_name("TEXT");
  for (CLI::Option* option : {text, source, target}) take_standard_input(option);
  command
      .add_option("--picture", o.example.picture,
                  tr("Number of a held-out image of the model's task, from 0"))
      ->type_name("N")
      ->check(whole_number(0));
  add_edit_options(command, o.example.edits);
}

/// "encoder_self, decoder_self or cross": the names of all values of an enumeration.
template <typename Value>
std::string names_of_all(int count, std::string_view (*name)(Value)) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.emplace_back(name(static_cast<Value>(i)));
  return either_of(names);
}

void add_where(CLI::App& command, RenderOptions& o) {
  command.add_option("--view", o.view, either_of(view_names()))->type_name("NAME");
  command
      .add_option("--attention", o.attention, names_of_all<AttentionKind>(kAttentionCount, attention_name))
      ->type_name("NAME");
  command.add_option("--layer", o.layer, tr("Which layer, from 0"))->type_name("N")->check(whole_number(0));
  command.add_option("--head", o.head, tr("Which head, from 0"))->type_name("N")->check(whole_number(0));
  command.add_option("--stage", o.stage, names_of_all<Stage>(kStageCount, stage_name))->type_name("NAME");
  command.add_option("--tensor", o.tensor, tr("Any other tensor (attention-lab trace --list)"))
      ->type_name("NAME");
  command
      .add_option("--do", o.commands,
                  tr("A command of the window, such as \"select.query 3\"; may be repeated, in order"))
      ->type_name("COMMAND");
}

void add_how(CLI::App& command, RenderOptions& o) {
  command.add_option("--out", o.out, tr("File of the figure; its extension sets the format"))
      ->type_name("FILE.svg|FILE.png")
      ->required();
  command
      .add_option("--size", o.size,
                  tr("Space to draw in, in pixels; the empty rest is cut off (default 960x640, and more if "
                     "something would be cut off)"))
      ->type_name("WIDTHxHEIGHT");
  command.add_option("--scale", o.scale, tr("PNG pixels per pixel of that space, 1 to 4"))
      ->type_name("X")
      ->check(any_number(1, 4))
      ->capture_default_str();
  command
      .add_option("--only", o.only,
                  tr("Only one widget of the view, by its script name, such as stage.result"))
      ->type_name("WIDGET");
  command.add_flag("--transparent", o.transparent, tr("Transparent background"));
  command.add_option("--theme", o.theme, tr("light or dark"))
      ->type_name("NAME")
      ->capture_default_str()
      ->check(CLI::IsMember({"light", "dark"}));
}

}  // namespace

void add_render_options(CLI::App& command, RenderOptions& options) {
  add_what(command, options);
  add_where(command, options);
  add_how(command, options);
}

}  // namespace attnlab

// The view Two models: its options and its row; its commands.
#include <filesystem>
#include <stdexcept>

#include "app/base/paths.h"
#include "app/feature/features.h"
#include "app/features/models/choice.h"
#include "app/state/app_state.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "core/io/checkpoint.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab::commands {
namespace {

void put_beside(Target& d, Index run, std::string folder) {
  ModelsChoice& c = d.state.choices.of<ModelsChoice>();
  c.run = run;
  c.folder = std::move(folder);
  c.match = "best";
  c.other_head = 0;
}

/// The view comes on screen, to show the other run.
void show_models(Target& d) {
  if (!on_stage(d.state, models::kFeature)) d.state.view = &models::kFeature;
}

void beside_run(Target& d, const Arguments& a, const Limits&) {
  put_beside(d, a.whole(0, 1, 9999), "");
  show_models(d);
}

void beside_saved(Target& d, const Arguments& a, const Limits&) {
  const std::string folder = expand_home(a.joined());
  if (folder.empty()) a.fail();
  if (!holds_model(folder))
    throw std::invalid_argument(tr("there is no saved run in {1}", quoted(std::filesystem::path(folder))));
  put_beside(d, 0, folder);
  show_models(d);
}

void beside_none(Target& d, const Arguments&, const Limits&) { put_beside(d, 0, ""); }

/// The number of an open run means nothing in another window.
void say_other_run(const StateChange& c, Commands& out) {
  if (c.from.choices.of<ModelsChoice>().has_other() && !c.to.choices.of<ModelsChoice>().has_other())
    out.push_back({"models.none", {}});
}

bool has_another_run(const AppState& a, const AppState& b) {
  return !(a.choices.of<ModelsChoice>() == b.choices.of<ModelsChoice>());
}

std::span<const Entry> models() {
  static constexpr Entry kEntries[] = {
      {{"models.run", "N", tr_mark("compare the run on screen with another open run"), Sender::Lessons,
        Undo::Each},
       beside_run},
      {{"models.load", "FOLDER", tr_mark("compare the run on screen with a saved run"), Sender::User,
        Undo::Each},
       beside_saved},
      {{"models.none", "", tr_mark("stop comparing the run on screen"), Sender::Lessons, Undo::Each},
       beside_none},
  };
  return kEntries;
}

}  // namespace

extern const StatePart kOtherRunPart = {.name = tr_mark("the other run of the view Two models"),
                                        .say = say_other_run,
                                        .differs = has_another_run};

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields models_fields(Choices& choices) {
  ModelsChoice& c = choices.of<ModelsChoice>();
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, {"predictions", "heads", "tensors", "curves"}},
          {"of",
           &c.of,
           tr_mark("which tensors: learned weights, or the activations of a forward pass"),
           {},
           {},
           {"weights", "pass"}},
          {"sorted", &c.sorted, tr_mark("tensors with the largest difference first")},
          {"match",
           &c.match,
           tr_mark("which head is compared with the selected one"),
           {},
           {},
           {"best", "same", "chosen"}},
          {"other_head", &c.other_head, tr_mark("the number of the chosen head in the other model"), 0},
          {"log_y", &c.log_y, tr_mark("logarithmic axis of losses")}};
}

void forget_models(Choices& choices) {
  choices.of<ModelsChoice>().match = "best";
  choices.of<ModelsChoice>().other_head = 0;
}

constexpr ViewKey kModelsKeys[] = {
    {"X", "X", tr_mark("stop comparing"), "models.none"},
};

void drop_unsaid_models(AppState& state) {
  if (on_stage(state, models::kFeature)) return;
  ModelsChoice& c = state.choices.of<ModelsChoice>();
  c.run = 0;
  c.folder.clear();
}

}  // namespace

std::unique_ptr<Analysis> make_model_analyses(const AnalysisTools& tools);

namespace models {

const Feature kFeature = {.name = "models",
                          .title = tr_mark("Two models"),
                          .group = &kInsideGroup,
                          .term = "cosine similarity",
                          .key = "Y",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kModelsKeys,
                          .options = models_fields,
                          .forget_model = forget_models,
                          .drop_unsaid = drop_unsaid_models,
                          .analysis = make_model_analyses,
                          .commands = commands::models,
                          .part = &commands::kOtherRunPart};

}  // namespace models

}  // namespace attnlab

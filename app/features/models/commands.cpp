// Commands of the view Two models: the other run, open or saved.
#include <filesystem>
#include <stdexcept>

#include "app/base/paths.h"
#include "app/features/models/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "core/io/checkpoint.h"
#include "core/io/files/file.h"

namespace attnlab::commands {

namespace {

void put_beside(Target& d, Index run, std::string folder) {
  ModelsChoice& c = d.state.choices.of<ModelsChoice>();
  c.run = run;
  c.folder = std::move(folder);
  c.match = "best";
  c.other_head = 0;
}

/// The view comes on the stage, so that the other run is seen.
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
    throw std::invalid_argument("there is no saved run in " + quoted(std::filesystem::path(folder)));
  put_beside(d, 0, folder);
  show_models(d);
}

void beside_none(Target& d, const Arguments&, const Limits&) { put_beside(d, 0, ""); }

/// Another run that is open here is open nowhere else.
void say_other_run(const StateChange& c, Commands& out) {
  if (c.from.choices.of<ModelsChoice>().has_other() && !c.to.choices.of<ModelsChoice>().has_other())
    out.push_back({"models.none", {}});
}

bool has_another_run(const AppState& a, const AppState& b) {
  return !(a.choices.of<ModelsChoice>() == b.choices.of<ModelsChoice>());
}

}  // namespace

std::span<const Entry> models() {
  static constexpr Entry kEntries[] = {
      {{"models.run", "N", "put another open run beside the one on screen", Sender::Lessons, Undo::Each},
       beside_run},
      {{"models.load", "FOLDER", "put a saved run beside the one on screen", Sender::User, Undo::Each},
       beside_saved},
      {{"models.none", "", "put no other run beside the one on screen", Sender::Lessons, Undo::Each},
       beside_none},
  };
  return kEntries;
}

extern const StatePart kOtherRunPart = {
    .name = "the other run of the view Two models", .say = say_other_run, .differs = has_another_run};

}  // namespace attnlab::commands

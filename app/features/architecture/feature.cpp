// The view Architecture: its options, its keys and its row; its commands.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/architecture/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/commands/zoomed_map.h"
#include "app/state/draft.h"

namespace attnlab::commands {
namespace {

const ModelConfig& config_or_throw(const Limits& l) {
  if (!l.config) throw std::invalid_argument("there is no model yet to be changed");
  return *l.config;
}

void set_draft_option(Target& d, const Arguments& a, const Limits& l) {
  change_draft(d.state.draft, config_or_throw(l), a.text(0), a.text(1));
}

void discard(Target& d, const Arguments&, const Limits&) { d.state.draft.clear(); }

void retrain(Target& d, const Arguments&, const Limits& l) {
  if (d.state.draft.empty())
    throw std::invalid_argument("the model is not changed: model.set OPTION VALUE changes it");
  const Draft draft = draft_of(config_or_throw(l), d.state.draft);
  if (!draft.error.empty()) throw std::invalid_argument(draft.error);
  d.actions.files.retrain(d.state.draft);
}

/// Changes of the model; each may take options with it, so all are said again.
void say_draft(const StateChange& c, Commands& out) {
  if (c.from.draft == c.to.draft) return;
  if (!c.from.draft.empty()) out.push_back({"model.discard", {}});
  for (const std::string& change : c.to.draft) {
    const std::size_t sign = change.find('=');
    out.push_back({"model.set", {change.substr(0, sign), change.substr(sign + 1)}});
  }
}

std::span<const Entry> map() {
  static constexpr Entry kEntries[] = {
      {{"map.zoom", "PERCENT|in|out", "zoom the map of the model; 100: all of it", Sender::Lessons,
        Undo::None},
       zoom_map<MapChoice>},
      {{"map.fit", "", "the whole map of the model", Sender::Lessons, Undo::None}, fit_map<MapChoice>},
      {{"map.pan", "RIGHT DOWN", "move over the map of the model, by shares of the view", Sender::Lessons,
        Undo::None},
       pan_map<MapChoice>},
      {{"map.look", "PERCENT X Y", "choose zoom and middle of the map of the model", Sender::Lessons,
        Undo::None},
       look_at_map<MapChoice>},
      {{"model.set", "OPTION VALUE", "try another option of the model on its map: model.set norm pre",
        Sender::Lessons, Undo::MergedByArgument},
       set_draft_option},
      {{"model.discard", "", "back to the model in training", Sender::Lessons, Undo::Each}, discard},
      {{"model.retrain", "", "start to train the changed model", Sender::RandomInput, Undo::None}, retrain},
  };
  return kEntries;
}

}  // namespace

extern const StatePart kDraftPart = {.name = "the changes to the model", .say = say_draft};

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields map_fields(Choices& choices) {
  MapChoice& c = choices.of<MapChoice>();
  return {
      {"options", &c.options, "the model's options beside the map"},
      {"zoom", &c.zoom, "in percent of the size in which the whole map is seen", 100, MapChoice::kMostZoom},
      {"x", &c.x, "what is in the middle, from left to right", 0, 1},
      {"y", &c.y, "the same from top to bottom", 0, 1}};
}

void forget_map(Choices& choices) { choices.of<MapChoice>().fit(); }

constexpr ViewKey kMapKeys[] = {
    {"Left", "←", "move the map left", "map.pan -0.2 0"},
    {"Right", "→", "move the map right", "map.pan 0.2 0"},
    {"Up", "↑", "move the map up", "map.pan 0 -0.2"},
    {"Down", "↓", "move the map down", "map.pan 0 0.2"},
    {"Plus", "+", "larger", "map.zoom in"},
    {"Shift+Plus", "", "larger", "map.zoom in"},
    {"Minus", "−", "smaller", "map.zoom out"},
    {"0", "0", "the whole map", "map.fit"},
};

}  // namespace

namespace architecture {

const Feature kFeature = {.name = "map",
                          .title = "Architecture",
                          .group = &kPassGroup,
                          .term = "Transformer",
                          .key = "6",
                          .keys = kMapKeys,
                          .options = map_fields,
                          .forget_model = forget_map,
                          .commands = commands::map,
                          .part = &commands::kDraftPart};

}  // namespace architecture

}  // namespace attnlab

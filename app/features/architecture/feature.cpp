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
#include "core/language/messages.h"

namespace attnlab::commands {
namespace {

const ModelConfig& config_or_throw(const Limits& l) {
  if (!l.config) throw std::invalid_argument(tr("no model is open yet: open a model before you change it"));
  return *l.config;
}

void set_draft_option(Target& d, const Arguments& a, const Limits& l) {
  change_draft(d.state.draft, config_or_throw(l), a.text(0), a.text(1));
}

void discard(Target& d, const Arguments&, const Limits&) { d.state.draft.clear(); }

void retrain(Target& d, const Arguments&, const Limits& l) {
  if (d.state.draft.empty())
    throw std::invalid_argument(tr("the model is unchanged: change an option with model.set OPTION VALUE"));
  const Draft draft = draft_of(config_or_throw(l), d.state.draft);
  if (!draft.error.empty()) throw std::invalid_argument(draft.error);
  d.actions.files.retrain(d.state.draft);
}

/// Changes of the model. Each may change other options too, so all are repeated.
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
      {{"map.zoom", "PERCENT|in|out", tr_mark("zoom the map of the model; 100 shows all of it"),
        Sender::Lessons, Undo::None},
       zoom_map<MapChoice>},
      {{"map.fit", "", tr_mark("show the whole map of the model"), Sender::Lessons, Undo::None},
       fit_map<MapChoice>},
      {{"map.pan", "RIGHT DOWN", tr_mark("move the map of the model, by fractions of the view"),
        Sender::Lessons, Undo::None},
       pan_map<MapChoice>},
      {{"map.look", "PERCENT X Y", tr_mark("set the zoom and the center of the map of the model"),
        Sender::Lessons, Undo::None},
       look_at_map<MapChoice>},
      {{"model.set", "OPTION VALUE",
        tr_mark("change an option of the model on its map, for example: model.set norm pre"), Sender::Lessons,
        Undo::MergedByArgument},
       set_draft_option},
      {{"model.discard", "", tr_mark("discard the changes and show the model in training"), Sender::Lessons,
        Undo::Each},
       discard},
      {{"model.retrain", "", tr_mark("train the changed model from scratch"), Sender::RandomInput,
        Undo::None},
       retrain},
  };
  return kEntries;
}

}  // namespace

extern const StatePart kDraftPart = {.name = tr_mark("the changes to the model"), .say = say_draft};

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields map_fields(Choices& choices) {
  MapChoice& c = choices.of<MapChoice>();
  return {{"options", &c.options, tr_mark("whether the options of the model are beside the map")},
          {"zoom", &c.zoom, tr_mark("zoom in percent; 100 shows the whole map"), 100, MapChoice::kMostZoom},
          {"x", &c.x, tr_mark("center of the view, as a fraction of the width of the map"), 0, 1},
          {"y", &c.y, tr_mark("center of the view, as a fraction of the height of the map"), 0, 1}};
}

void forget_map(Choices& choices) { choices.of<MapChoice>().fit(); }

constexpr ViewKey kMapKeys[] = {
    {"Left", "←", tr_mark("move the map left"), "map.pan -0.2 0"},
    {"Right", "→", tr_mark("move the map right"), "map.pan 0.2 0"},
    {"Up", "↑", tr_mark("move the map up"), "map.pan 0 -0.2"},
    {"Down", "↓", tr_mark("move the map down"), "map.pan 0 0.2"},
    {"Plus", "+", tr_mark("zoom in"), "map.zoom in"},
    {"Shift+Plus", "", tr_mark("zoom in"), "map.zoom in"},
    {"Minus", "−", tr_mark("zoom out"), "map.zoom out"},
    {"0", "0", tr_mark("show the whole map"), "map.fit"},
};

}  // namespace

namespace architecture {

const Feature kFeature = {.name = "map",
                          .title = tr_mark("Architecture"),
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

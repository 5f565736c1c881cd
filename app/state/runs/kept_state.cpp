// Kept state: written and read part by part.
#include "app/state/runs/kept_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/state/draft.h"
#include "core/data/picture.h"
#include "core/language/messages.h"
#include "core/trace/edit.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

Json picture_to_json(const OwnPicture& own) {
  return {{"channels", own.picture->channels},
          {"height", own.picture->height},
          {"width", own.picture->width},
          {"pixels", own.picture->pixels},
          {"origin", own.origin},
          {"drawn", own.drawn},
          {"stroke", own.stroke}};
}

OwnPicture picture_from_json(const Json& json) {
  Picture picture{json.at("channels").get<Index>(), json.at("height").get<Index>(),
                  json.at("width").get<Index>(), json.at("pixels").get<std::vector<Real>>()};
  if (picture.channels < 1 || picture.height < 1 || picture.width < 1 ||
      count_of(picture.pixels) != picture.channels * picture.height * picture.width)
    throw std::invalid_argument(tr("the number of pixels does not match the size of the picture"));
  OwnPicture own;
  own.picture = std::make_shared<const Picture>(std::move(picture));
  own.origin = json.at("origin").get<std::string>();
  own.drawn = json.at("drawn").get<bool>();
  own.stroke = json.at("stroke").get<Index>();
  return own;
}

Json selection_to_json(const Selection& s) {
  return {{"attention", attention_name(s.attention)},
          {"layer", s.layer},
          {"head", s.head},
          {"query", s.query},
          {"key", s.key},
          {"feature", s.feature}};
}

Selection selection_from_json(const Json& json, const Selection& start, const ModelConfig& config) {
  Selection s = start;
  s.attention = attention_from(json.at("attention").get<std::string>());
  if (layers_of(config, s.attention) == 0) return start;
  const auto read = [&](const char* name, Index most) {
    return std::clamp<Index>(json.at(name).get<Index>(), 0, std::max<Index>(most, 0));
  };
  s.layer = read("layer", layers_of(config, s.attention) - 1);
  s.head = read("head", config.heads - 1);
  s.query = read("query", config.context);
  s.key = read("key", config.context);
  s.feature = read("feature", config.width - 1);
  return s;
}

Json chosen_to_json(const ChosenCell& chosen) {
  Json json{{"stage", stage_name(chosen.stage)}};
  if (chosen.shown) json["shown"] = {{"tensor", chosen.shown->tensor}, {"index", chosen.shown->index}};
  return json;
}

ChosenCell chosen_from_json(const Json& json, const ChosenCell& start) {
  ChosenCell chosen = start;
  chosen.stage = stage_from(json.at("stage").get<std::string>());
  chosen.shown.reset();
  if (const auto shown = json.find("shown"); shown != json.end())
    chosen.shown =
        CellName{shown->at("tensor").get<std::string>(), shown->at("index").get<std::vector<Index>>()};
  return chosen;
}

/// Reads one part; what is wrong with it costs the others nothing.
template <typename Read>
void read_part(const Json& json, const char* name, const Read& read) {
  const auto part = json.find(name);
  if (part == json.end()) return;
  try {
    read(*part);
  } catch (const std::exception&) {
  }
}

}  // namespace

std::string state_to_json(const AppState& state) {
  Json json{{"source", state.source},
            {"target", state.target},
            {"generate_target", state.generate_target},
            {"picture", state.picture},
            {"view", state.view->name},
            {"selection", selection_to_json(state.selection)},
            {"chosen", chosen_to_json(state.chosen)},
            {"edits", state.edits},
            {"draft", state.draft}};
  if (state.answered) json["answered"] = *state.answered;
  if (state.question) json["question"] = *state.question;
  if (state.beside) json["beside"] = state.beside->name;
  if (state.own.picture) json["own"] = picture_to_json(state.own);
  if (state.rewound) json["rewound"] = *state.rewound;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<AppState> state_from_json(const std::string& text, const AppState& start,
                                        const ModelConfig& config) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return {};
  AppState state = start;
  read_part(json, "source", [&](const Json& part) { state.source = part.get<std::string>(); });
  read_part(json, "target", [&](const Json& part) { state.target = part.get<std::string>(); });
  read_part(json, "generate_target", [&](const Json& part) { state.generate_target = part.get<bool>(); });
  read_part(json, "picture",
            [&](const Json& part) { state.picture = std::max<Index>(part.get<Index>(), 0); });
  read_part(json, "answered", [&](const Json& part) { state.answered = part.get<std::string>(); });
  read_part(json, "question",
            [&](const Json& part) { state.question = std::max<Index>(part.get<Index>(), 0); });
  read_part(json, "view", [&](const Json& part) { state.view = &find_feature(part.get<std::string>()); });
  read_part(json, "beside", [&](const Json& part) { state.beside = &find_feature(part.get<std::string>()); });
  read_part(json, "edits", [&](const Json& part) {
    const auto edits = part.get<std::vector<std::string>>();
    for (const std::string& edit : edits) parse_edit(edit);  // throws
    state.edits = edits;
  });
  read_part(json, "draft", [&](const Json& part) {
    const auto draft = part.get<std::vector<std::string>>();
    draft_of(config, draft);  // throws
    state.draft = draft;
  });
  read_part(json, "rewound",
            [&](const Json& part) { state.rewound = std::max<Index>(part.get<Index>(), 0); });
  read_part(json, "selection",
            [&](const Json& part) { state.selection = selection_from_json(part, start.selection, config); });
  read_part(json, "chosen", [&](const Json& part) { state.chosen = chosen_from_json(part, start.chosen); });
  read_part(json, "own", [&](const Json& part) {
    OwnPicture own = picture_from_json(part);
    if (own.fits(config.picture_size, config.picture_channels)) state.own = std::move(own);
  });
  return state;
}

}  // namespace attnlab

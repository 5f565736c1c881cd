// The view Architecture: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/architecture/choice.h"

namespace attnlab {
namespace {

Fields map_fields(Choices& choices) {
  MapChoice& c = choices.of<MapChoice>();
  return {{"options", &c.options, "the model's options beside the map"},
          {"zoom", &c.zoom, "in percent of the size in which the whole map is seen", 100, kMostZoom},
          {"x", &c.x, "what is in the middle, from left to right", 0, 1},
          {"y", &c.y, "the same from top to bottom", 0, 1}};
}

void forget_map(Choices& choices) { choices.of<MapChoice>() = {.options = choices.of<MapChoice>().options}; }

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

namespace commands {
std::span<const Entry> map();
extern const StatePart kDraftPart;
}  // namespace commands

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

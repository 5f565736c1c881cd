// View choices: names and option tables.
#include "app/state/view_choices.h"

#include <stdexcept>
#include <vector>

#include "core/config/nearest.h"
#include "core/layers/position_scheme.h"

namespace attnlab {

namespace {

constexpr std::array kNames = std::to_array<std::string_view>(
    {"steps", "heads", "positions", "masks", "norms", "generation", "map", "compare", "training", "tiles"});
static_assert(kNames.size() == kViewCount);

Fields steps_fields(StepsChoice& c) {
  return {{"ids", &c.ids, "token ids beside the rows that they pick"},
          {"look", &c.look, "how a tensor is shown", {}, {}, {"operation", "matrix"}}};
}

Fields heads_fields(HeadsChoice& c) {
  return {{"open", &c.open, "the selected head alone"},
          {"average", &c.average, "the mean over the layer's heads"},
          {"lines", &c.lines, "lines from token to token"},
          {"compare", &c.compare, "the head to compare with: LAYER.HEAD, or none"},
          {"badge",
           &c.badge,
           "what each head is measured by",
           {},
           {},
           {"strongest", "entropy", "distance", "first", "previous", "same", "induction", "effect"}},
          {"sorted", &c.sorted, "ordered by what is measured"}};
}

/// The model's own, and all schemes to compare it with.
std::vector<Choice> position_kinds() {
  std::vector<Choice> kinds = {"model"};
  for (const PositionScheme& scheme : position_schemes())
    if (scheme.tells_places()) kinds.emplace_back(scheme.name, scheme.title);
  return kinds;
}

Fields positions_fields(PositionsChoice& c) {
  return {{"kind", &c.kind, "how positions are told", {}, {}, position_kinds()},
          {"position", &c.position, "position on the waves, which similarity is measured from", 0},
          {"first_dimension", &c.first_dimension, "first of the waves", 0},
          {"every", &c.every, "dimensions from one wave to the next", 1},
          {"dimensions", &c.dimensions, "how many waves", 1, 8},
          {"cosine", &c.cosine, "similarity as the cosine"},
          {"shuffle", &c.shuffle, "the shuffle test"},
          {"order", &c.order, "which order of the words is tried", 0}};
}

Fields masks_fields(MasksChoice& c) {
  return {{"scope", &c.scope, "what a new mask is for", {}, {}, {"head", "layer", "layers"}}};
}

Fields norms_fields(NormsChoice& c) {
  return {{"norm", &c.norm, "the norm looked at"},
          {"part", &c.part, "what is shown", {}, {}, {"tokens", "layers", "kinds", "depth"}},
          {"statistic", &c.statistic, "of tokens by layer", {}, {}, {"mean", "deviation", "size"}},
          {"experiment", &c.experiment, "pre- and post-norm models are trained"},
          {"steps", &c.steps, "for so many steps", 1, 5000},
          {"layers", &c.layers, "so deep", 2, 16}};
}

Fields generation_fields(GenerationChoice& c) {
  return {{"part", &c.part, "what is shown", {}, {}, {"token", "cache", "beams"}},
          {"temperature", &c.temperature, "logits are divided by it", 0, 100},
          {"top_k", &c.top_k, "only the k most probable; 0: all", 0},
          {"top_p", &c.top_p, "only the most probable that together reach p", 0.001, 1},
          {"tokens", &c.tokens, "generated at most", 1, 512},
          {"seed", &c.seed, "of the drawing", 0},
          {"step", &c.step, "which of the tokens is looked at", 0},
          {"rank", &c.rank, "which of its candidates", 0},
          {"cache", &c.cache, "keys and values are kept"},
          {"beams", &c.beams, "sequences kept at each step", 1, 16},
          {"length_penalty", &c.length_penalty, "0: none", 0, 5},
          {"hypothesis", &c.hypothesis, "which of the sequences found", 0}};
}

Fields map_fields(MapChoice& c) {
  return {{"options", &c.options, "the model's options beside the map"},
          {"zoom", &c.zoom, "in percent of the size in which the whole map is seen", 100, kMostZoom},
          {"x", &c.x, "what is in the middle, from left to right", 0, 1},
          {"y", &c.y, "the same from top to bottom", 0, 1}};
}

Fields training_choice_fields(TrainingChoice& c) {
  return {
      {"part", &c.part, "what is shown", {}, {}, {"metrics", "samples", "heads", "experiments", "settings"}},
      {"smoothing", &c.smoothing, "weight of the past in a curve, a step", 0, 0.999},
      {"log_x", &c.log_x, "logarithmic steps"},
      {"log_y", &c.log_y, "logarithmic values"},
      {"all_heads", &c.all_heads, "heads of the whole layer over time"}};
}

Fields tiles_fields(TilesChoice& c) {
  return {{"block", &c.block, "queries and keys of a block", 1, static_cast<double>(kLargestBlock)}};
}

}  // namespace

std::string_view view_name(ViewKind view) { return kNames[static_cast<std::size_t>(view)]; }

ViewKind view_from(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<ViewKind>(i);
  const std::vector<std::string> names(kNames.begin(), kNames.end());
  throw std::invalid_argument("there is no view " + std::string(name) + did_you_mean(name, names));
}

Fields choice_fields(ViewChoices& choices, ViewKind view) {
  switch (view) {
    case ViewKind::Steps: return steps_fields(choices.steps);
    case ViewKind::Heads: return heads_fields(choices.heads);
    case ViewKind::Positions: return positions_fields(choices.positions);
    case ViewKind::Masks: return masks_fields(choices.masks);
    case ViewKind::Norms: return norms_fields(choices.norms);
    case ViewKind::Generation: return generation_fields(choices.generation);
    case ViewKind::Map: return map_fields(choices.map);
    case ViewKind::Compare: return {{"sorted", &choices.compare.sorted, "the most different first"}};
    case ViewKind::Training: return training_choice_fields(choices.training);
    case ViewKind::Tiles: return tiles_fields(choices.tiles);
  }
  return {};
}

void forget_model(ViewChoices& choices) {
  choices.steps = {};
  choices.heads.open = false;
  choices.heads.compare = "none";
  choices.masks = {};
  choices.norms.norm.clear();
  choices.map = {.options = choices.map.options};
  choices.generation.step = choices.generation.rank = choices.generation.hypothesis = 0;
}

}  // namespace attnlab

// View choices: which view is on the stage, and what the user chose within each.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/config/fields.h"

namespace attnlab {

/// What the stage can show, in the order of its tabs.
enum class ViewKind { Steps, Heads, Positions, Masks, Norms, Generation, Map, Compare, Training, Tiles };
inline constexpr int kViewCount = 10;

/// "steps": the view's name in commands.
std::string_view view_name(ViewKind view);
/// Throws std::invalid_argument with near names.
ViewKind view_from(std::string_view name);

/// Step through: the whole pass as one walk.
struct StepsChoice {
  bool ids = false;                ///< of an embedding: the look-up of its rows by token ids
  std::string look = "operation";  ///< the operation that makes the tensor, or the tensor's matrix alone
  friend bool operator==(const StepsChoice&, const StepsChoice&) = default;
};

/// Heads: every head of the model, or one of them.
struct HeadsChoice {
  bool open = false;                ///< the selected head alone, large
  bool average = false;             ///< the mean over the selected layer's heads instead of one
  bool lines = true;                ///< token-to-token lines beside the map
  std::string compare = "none";     ///< "LAYER.HEAD": the head to compare with, of the same attention
  std::string badge = "strongest";  ///< what the grid measures each head by
  bool sorted = false;              ///< the grid is ordered by it
  friend bool operator==(const HeadsChoice&, const HeadsChoice&) = default;
};

/// Positions: how the model knows where a token is.
struct PositionsChoice {
  std::string kind = "model";  ///< the model's own, or one of the kinds to compare it with
  Index position = 4;          ///< dragged along the waves; similarity is measured from it
  Index first_dimension = 0;   ///< of the waves that are drawn
  Index every = 8;             ///< dimensions from one wave to the next
  Index dimensions = 4;        ///< how many waves
  bool cosine = false;         ///< similarity is the cosine instead of the dot product
  bool shuffle = false;        ///< the shuffle test is run
  Index order = 0;             ///< which order of the words it tries
  friend bool operator==(const PositionsChoice&, const PositionsChoice&) = default;
};

/// Masks: what may be seen. The mask itself is an edit.
struct MasksChoice {
  std::string scope = "layer";  ///< what a new mask is for: the selected head, its layer or all layers
  friend bool operator==(const MasksChoice&, const MasksChoice&) = default;
};

/// Norms: what normalization does to each token.
struct NormsChoice {
  std::string norm;                     ///< the norm looked at; "" the first
  std::string part = "tokens";          ///< tokens, layers, kinds or depth
  std::string statistic = "deviation";  ///< of each token in each layer: mean, deviation or size
  bool experiment = false;              ///< pre- and post-norm models are trained to be compared
  Index steps = 200;                    ///< for so many steps
  Index layers = 6;                     ///< so deep
  friend bool operator==(const NormsChoice&, const NormsChoice&) = default;
};

/// Generation: how the next token is chosen.
struct GenerationChoice {
  std::string part = "token";  ///< token (one choice), cache (keys and values kept) or beams (beam search)
  double temperature = 1;
  Index top_k = 0;  ///< 0: all
  double top_p = 1;
  Index tokens = 16;  ///< how many are generated at most
  Index seed = 1;
  Index step = 0;     ///< which of the generated tokens is looked at
  Index rank = 0;     ///< which of its candidates, the most probable first
  bool cache = true;  ///< keys and values are kept
  Index beams = 3;
  double length_penalty = 0.6;
  Index hypothesis = 0;  ///< which of the sequences found, the best first
  friend bool operator==(const GenerationChoice&, const GenerationChoice&) = default;
};

/// Architecture: which part of the map is seen.
struct MapChoice {
  bool options = true;  ///< the model's options beside the map
  double zoom = 100;    ///< in percent of the size in which the whole map is seen
  double x = 0.5;       ///< what is in the middle of the view, from the map's left edge (0) to its right (1)
  double y = 0.5;       ///< the same from top to bottom
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};
inline constexpr double kMostZoom = 3200;

/// Compare: the pass on screen and another.
struct CompareChoice {
  bool sorted = false;  ///< tensors by how much they differ, the most first
  friend bool operator==(const CompareChoice&, const CompareChoice&) = default;
};

/// Training: what is shown of the runs.
struct TrainingChoice {
  std::string part = "metrics";  ///< metrics, samples, heads, experiments or settings
  double smoothing = 0.9;        ///< of curves a step: weight of the past
  bool log_x = false;            ///< logarithmic steps
  bool log_y = false;            ///< logarithmic values
  bool all_heads = false;        ///< heads over time: those of the whole layer
  friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

/// Tiles: attention a block of keys at a time, as the GPU's kernel does it. The block in flight is that of
/// the selected query and key.
struct TilesChoice {
  Index block = 4;  ///< queries and keys of a block
  friend bool operator==(const TilesChoice&, const TilesChoice&) = default;
};
inline constexpr Index kLargestBlock = 64;

/// Of all views; one plain value.
struct ViewChoices {
  StepsChoice steps;
  HeadsChoice heads;
  PositionsChoice positions;
  MasksChoice masks;
  NormsChoice norms;
  GenerationChoice generation;
  MapChoice map;
  CompareChoice compare;
  TrainingChoice training;
  TilesChoice tiles;
  friend bool operator==(const ViewChoices&, const ViewChoices&) = default;
};

/// The option table of one view's choices, in which it points.
Fields choice_fields(ViewChoices& choices, ViewKind view);

/// Takes back the choices that mean parts of one model, as when another is opened.
void forget_model(ViewChoices& choices);

}  // namespace attnlab

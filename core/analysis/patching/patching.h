// Patching: what comes back of the clean text's answer when parts of its pass are put into the changed
// text's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/patching/metric.h"
#include "core/analysis/patching/pair.h"
#include "core/autograd/place.h"

namespace attnlab {

struct PairTensor;

/// What is taken from the clean text's pass.
struct PatchedPart {
  enum class Kind {
    Positions,  ///< a tensor [B,T,C] at one position
    Heads,      ///< the context of one head, at every position or at one
    Path,       ///< the context of one head, as far as another head's queries, keys or values read it
  };
  std::string_view name;      ///< as options write it: "stream"
  std::string_view title;     ///< on screen: "residual stream"
  std::string_view sentence;  ///< what is done, for a student
  Kind kind;
  /// Of Positions: whether the tensor is one of those.
  bool (*patches)(const PairTensor& tensor) = nullptr;
  /// Whether a model has that; null: every model that can be patched.
  bool (*is_in)(const ModelConfig& config) = nullptr;
};

/// All parts: stream, attention, feed_forward, heads, path.
std::span<const PatchedPart> patched_parts();
/// Those that a model has.
std::vector<PatchedPart> patched_parts_of(const ModelConfig& config);
/// Throws std::invalid_argument with near names.
const PatchedPart& patched_part(std::string_view name);

/// What of a head a path leads into.
struct PathInput {
  std::string_view name, title;  ///< "query", "queries"
  const Site* site;              ///< before positions turn it
};
std::span<const PathInput> path_inputs();
/// Throws std::invalid_argument with near names.
const PathInput& path_input(std::string_view name);

/// One position of one of a model's texts.
struct PatchPosition {
  Text text = Text::Target;
  Index position = 0;
  friend bool operator==(const PatchPosition&, const PatchPosition&) = default;
};

/// What is asked of a pair.
struct PatchQuestion {
  PatchPair pair{};
  std::string what = "stream";              ///< a row of patched_parts()
  std::string metric = "logit_difference";  ///< a row of patch_metrics()
  std::string into = "query";               ///< of paths: a row of path_inputs()
  std::optional<PatchPosition> at{};        ///< of heads: at this position only; none: at all
  friend bool operator==(const PatchQuestion&, const PatchQuestion&) = default;
};

/// A row or a column of a grid: a tensor, a head of it, or a position.
struct PatchLine {
  std::string tensor{};  ///< "" for a position
  Place place{};         ///< of the tensor
  const Site* site = nullptr;
  Index index = -1;  ///< the head (of shared keys, their number) or the position; −1: neither
};

/// One pass with something from the clean text in it.
struct PatchCell {
  bool there = false;  ///< false: no such path, or no head with such queries
  double value = 0;    ///< of the metric
  double share = 0;    ///< (value − changed) / (clean − changed): 0 as changed, 1 as clean
};

/// The cells of one stack of layers, or of all paths.
struct PatchBlock {
  Text text = Text::Outer;  ///< of the positions; Outer: of paths
  std::vector<PatchLine> rows{}, columns{};
  std::vector<PatchCell> cells{};  ///< [rows,columns]

  const PatchCell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
};

struct PatchingResult {
  PatchQuestion question{};
  EncodedPair pair{};
  double clean = 0, changed = 0;  ///< the metric of both texts; they differ
  std::vector<PatchBlock> blocks{};
  Index passes = 0;       ///< that were made over the corrupted text
  bool complete = false;  ///< false: the work was ended early, and cells that are not done are not there
};

/// Receives the number of finished passes and the number of all of them, between batches of passes; returns
/// whether the work goes on.
using PatchProgress = std::function<bool(Index done, Index all)>;

/// Activation patching (Vig et al. 2020; Meng et al. 2022) and path patching (Wang et al. 2023;
/// Goldowsky-Dill et al. 2023). Each cell takes one forward pass over the corrupted text, in which the cell's
/// part has the values of the pass over the clean text. Path patching replaces the context of the sender and
/// keeps the context of every other head and every feed-forward output of the corrupted text; the queries,
/// keys or values of the receiver that follow from this go into a pass over the corrupted text that computes
/// everything else. `weights` are in the order of model.parameters(); `device` computes attention; null: the
/// processor.
/// Throws std::invalid_argument as encode_pair() does, for an unknown part, metric, input or position, and
/// when the metric of both texts is the same.
PatchingResult run_patching(const Model& model, const Vocabularies& vocabularies,
                            std::span<const Real> weights, const PatchQuestion& question,
                            AttentionDevice* device = nullptr, const PatchProgress& goes_on = {});
/// The same for an encoded pair; does not read question.pair.
PatchingResult run_patching(const Model& model, std::span<const Real> weights, EncodedPair pair,
                            const PatchQuestion& question, AttentionDevice* device = nullptr,
                            const PatchProgress& goes_on = {});

}  // namespace attnlab

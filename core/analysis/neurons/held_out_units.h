// Held-out units: the activations of one feed-forward network over held-out examples.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/text_features.h"
#include "core/data/picture.h"
#include "core/models/model.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// One held-out example as a network reads it. Special tokens and class vectors are not Piece::known: no
/// feature of a text counts them.
struct UnitExample {
  Index begin = 0;            ///< its first row of HeldOutUnits::activations
  std::vector<Piece> pieces;  ///< what stands at each position; of a patch its row and column, "0,3"
  std::shared_ptr<const Picture> picture;  ///< of a network that reads patches; null for texts

  Index tokens() const { return count_of(pieces); }
};

/// What the units of one network did at the held-out positions. Padding counts nowhere.
struct HeldOutUnits {
  Place place;
  Index units = 0;                    ///< F
  std::vector<Real> activations;      ///< [N,F], row-major; of an expert 0 where the token goes to others
  std::vector<UnitExample> examples;  ///< in the order of the rows

  Index positions() const { return units > 0 ? count_of(activations) / units : 0; }
  Real at(Index row, Index unit) const { return activations[static_cast<std::size_t>(row * units + unit)]; }
  /// The activations of one unit, position by position.
  std::vector<Real> of(Index unit) const;
};

/// The activations [N,F] of the network at `place` (UnitLayer::place) over all positions of the batches,
/// which held_out_batches() makes: one recorded forward pass a batch, with attention on `device`; null: on
/// the processor. `weights` are in the order of model.parameters(). Calls `goes_on` before each batch with
/// the finished share, 0 to 1; when it returns false, the remaining batches are left out. Throws
/// std::invalid_argument where the model does not have a network at `place`.
HeldOutUnits held_out_units(
    const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
    std::span<const Batch> batches, const Place& place, AttentionDevice* device = nullptr,
    const std::function<bool(double done)>& goes_on = [](double) { return true; });

/// One unit over the held-out positions.
struct UnitSummary {
  double least = 0, most = 0, mean = 0, deviation = 0;
  double active = 0;   ///< share of the positions with an activation above 0
  bool silent = true;  ///< it is 0 at every position

  friend bool operator==(const UnitSummary&, const UnitSummary&) = default;
};

/// Every unit of the network, [F].
std::vector<UnitSummary> unit_summaries(const HeldOutUnits& units);

/// How each unit follows a feature of the text.
struct UnitsFollowing {
  const TextFeature* feature = nullptr;
  std::vector<double>
      correlations;  ///< Pearson's r [F] over all positions; NaN for a unit that never changes
};

/// The features of text_features() that change over the held-out texts, in their order; none for pictures.
std::vector<UnitsFollowing> units_following_texts(const HeldOutUnits& units);

/// An example that moves a unit, with the position that moves it most.
struct MovingExample {
  std::size_t example = 0;  ///< of HeldOutUnits::examples
  Index position = 0;
  Real activation = 0;
};

/// The examples with the highest activations of a unit, one entry an example, at most `most`; equal ones in
/// their order. An example that moves it by the same tokens as one before, up to the position, is left out,
/// unless it is a picture.
std::vector<MovingExample> examples_that_move(const HeldOutUnits& units, Index unit, std::size_t most);

}  // namespace attnlab

// Held-out units: recorded passes over held-out batches, and the activations of one network in them.
#include "core/analysis/neurons/held_out_units.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/layers/feed_forward_sites.h"
#include "core/models/real_positions.h"

namespace attnlab {

namespace {

/// The tensors of one network in a recorded pass.
struct RecordedUnits {
  const Node* activations = nullptr;  ///< [B,T,F]
  const Node* shares = nullptr;       ///< [B,T,E] of a mixture; null: no expert
};

RecordedUnits recorded_units(const Tape& tape, const Place& place) {
  const Place router =
      place.number_of(expert_sites::kExperts) < 0 ? Place() : place.outer().inside(expert_sites::kRouter);
  RecordedUnits found;
  for (const Named& named : tape.recorded().names()) {
    const bool here = named.place == place;
    if (here && named.site == &feed_forward_sites::kActivated) found.activations = named.node;
    if (here && named.site == &feed_forward_sites::kGated) found.activations = named.node;
    if (named.site == &expert_sites::kGates && named.place == router) found.shares = named.node;
  }
  if (!found.activations)
    throw std::invalid_argument(tr("this model does not have a feed-forward network {1}", place.name()));
  return found;
}

/// What a network reads of a batch, example by example.
class ReadExamples {
 public:
  ReadExamples(const Model& model, const Vocabularies& vocabularies, const Place& place)
      : config_(model.config()),
        names_(vocabularies.of(place.text() == Text::Source)),
        source_(place.text() == Text::Source),
        patches_(source_ && has_picture(format_of(config_))),
        before_(RealPositions(config_).before_text(place)) {}

  UnitExample example(const Batch& batch, Index row, Index positions) const {
    UnitExample read;
    for (Index position = 0; position < positions; ++position)
      read.pieces.push_back(piece(batch, row, position - before_));
    if (patches_) read.picture = picture_in(batch, row);
    return read;
  }

 private:
  Piece piece(const Batch& batch, Index row, Index at) const {
    if (at < 0) return {kUnknownId, "[CLS]", false};
    if (patches_) {
      const Index across = config_.picture_size / config_.patch_size;
      return {kUnknownId, std::to_string(at / across) + "," + std::to_string(at % across), true};
    }
    const TokenId id =
        source_ ? batch.source[row * batch.source_length + at] : batch.input[row * batch.input_length + at];
    return {id, names_.entry(id), id >= names_.first_entry()};
  }

  static std::shared_ptr<const Picture> picture_in(const Batch& batch, Index row) {
    const auto size = static_cast<std::ptrdiff_t>(batch.channels * batch.height * batch.width);
    const auto begin = batch.pictures.begin() + static_cast<std::ptrdiff_t>(row) * size;
    return std::make_shared<const Picture>(
        Picture{batch.channels, batch.height, batch.width, {begin, begin + size}});
  }

  const ModelConfig& config_;
  const Tokenizer& names_;
  bool source_, patches_;
  Index before_;
};

/// Whether an expert's output counts at a position; without experts it always does.
bool unit_counts(const RecordedUnits& recorded, const Place& place, Index at) {
  if (!recorded.shares) return true;
  const Index experts = recorded.shares->shape.last();
  return recorded.shares->value[at * experts + place.number_of(expert_sites::kExperts)] > 0;
}

void add_example(const RecordedUnits& recorded, Index first, UnitExample example, HeldOutUnits& all) {
  const Index units = recorded.activations->shape.last();
  example.begin = count_of(all.activations) / units;
  for (Index at = first; at < first + example.tokens(); ++at) {
    const Real* const row = recorded.activations->value + at * units;
    if (unit_counts(recorded, all.place, at)) {
      all.activations.insert(all.activations.end(), row, row + units);
    } else {
      all.activations.insert(all.activations.end(), static_cast<std::size_t>(units), Real(0));
    }
  }
  all.examples.push_back(std::move(example));
}

/// Sums over the positions from which means, deviations and correlations follow.
struct UnitSums {
  std::vector<double> sum, squares;

  explicit UnitSums(const HeldOutUnits& all)
      : sum(static_cast<std::size_t>(all.units), 0.0), squares(static_cast<std::size_t>(all.units), 0.0) {
    for (Index row = 0; row < all.positions(); ++row)
      for (std::size_t u = 0; u < sum.size(); ++u) {
        const auto value = double(all.at(row, static_cast<Index>(u)));
        sum[u] += value;
        squares[u] += value * value;
      }
  }

  /// Σ (a − mean)².
  double spread(std::size_t unit, double positions) const {
    return std::max(0.0, squares[unit] - sum[unit] * sum[unit] / positions);
  }
};

std::vector<double> feature_over(const TextFeature& feature, const HeldOutUnits& all) {
  std::vector<double> values;
  for (const UnitExample& example : all.examples) {
    std::vector<Piece> words = example.pieces;
    for (Piece& word : words)
      if (!word.known) word.text.clear();
    const std::vector<double> own = feature.values(words, -1);
    values.insert(values.end(), own.begin(), own.end());
  }
  return values;
}

std::vector<double> correlations_with(const HeldOutUnits& all, std::span<const double> feature) {
  std::vector<double> found;
  std::vector<double> series(feature.size());
  for (Index unit = 0; unit < all.units; ++unit) {
    for (std::size_t row = 0; row < series.size(); ++row)
      series[row] = double(all.at(static_cast<Index>(row), unit));
    found.push_back(correlation(series, feature));
  }
  return found;
}

/// So many tokens before the position, and its own, are what moves a unit.
constexpr Index kMovingContext = 12;

bool is_moved_alike(const HeldOutUnits& all, const MovingExample& a, const MovingExample& b) {
  const std::vector<Piece>&left = all.examples[a.example].pieces, &right = all.examples[b.example].pieces;
  for (Index back = 0; back < kMovingContext; ++back) {
    const bool ends = a.position < back || b.position < back;
    if (ends) return (a.position < back) == (b.position < back) || back > kMovingContext / 2;
    if (left[a.position - back].text != right[b.position - back].text) return false;
  }
  return true;
}

MovingExample most_moving(const HeldOutUnits& all, std::size_t number, Index unit) {
  const UnitExample& example = all.examples[number];
  MovingExample best{number, 0, all.at(example.begin, unit)};
  for (Index position = 1; position < example.tokens(); ++position)
    if (const Real value = all.at(example.begin + position, unit); value > best.activation)
      best.position = position, best.activation = value;
  return best;
}

}  // namespace

std::vector<Real> HeldOutUnits::of(Index unit) const {
  std::vector<Real> values;
  for (Index row = 0; row < positions(); ++row) values.push_back(at(row, unit));
  return values;
}

HeldOutUnits held_out_units(const Model& model, const Vocabularies& vocabularies,
                            std::span<const Real> weights, std::span<const Batch> batches, const Place& place,
                            AttentionDevice* device, const std::function<bool(double done)>& goes_on) {
  const RealPositions real(model.config());
  const ReadExamples read(model, vocabularies, place);
  HeldOutUnits all;
  all.place = place;
  Tape tape(Mode::Record);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (!goes_on(double(i) / double(batches.size()))) break;
    tape.reset();
    tape.bind(model.parameters(), weights.data(), nullptr);
    tape.use_device(device);
    model.logits(tape, batches[i]);
    const RecordedUnits recorded = recorded_units(tape, place);
    all.units = recorded.activations->shape.last();
    const Index positions = recorded.activations->shape[1];
    for (Index row = 0; row < batches[i].size; ++row)
      if (const Index count = real.count(batches[i], place, row, positions); count > 0)
        add_example(recorded, row * positions, read.example(batches[i], row, count), all);
  }
  return all;
}

std::vector<UnitSummary> unit_summaries(const HeldOutUnits& units) {
  if (units.positions() == 0) return std::vector<UnitSummary>(units.units);
  const UnitSums sums(units);
  const auto positions = double(units.positions());
  std::vector<UnitSummary> all(units.units);
  for (std::size_t u = 0; u < all.size(); ++u) {
    UnitSummary& unit = all[u];
    unit.least = unit.most = double(units.at(0, static_cast<Index>(u)));
    unit.mean = sums.sum[u] / positions;
    unit.deviation = std::sqrt(sums.spread(u, positions) / positions);
  }
  for (Index row = 0; row < units.positions(); ++row)
    for (std::size_t u = 0; u < all.size(); ++u) {
      const auto value = double(units.at(row, static_cast<Index>(u)));
      all[u].least = std::min(all[u].least, value);
      all[u].most = std::max(all[u].most, value);
      all[u].active += value > 0 ? 1 / positions : 0;
      all[u].silent = all[u].silent && value == 0;
    }
  return all;
}

std::vector<UnitsFollowing> units_following_texts(const HeldOutUnits& units) {
  std::vector<UnitsFollowing> all;
  if (units.examples.empty() || units.examples.front().picture) return all;
  for (const TextFeature& feature : text_features()) {
    const std::vector<double> values = feature_over(feature, units);
    if (varies(values)) all.push_back({&feature, correlations_with(units, values)});
  }
  return all;
}

std::vector<MovingExample> examples_that_move(const HeldOutUnits& units, Index unit, std::size_t most) {
  std::vector<MovingExample> all, taken;
  for (std::size_t i = 0; i < units.examples.size(); ++i) all.push_back(most_moving(units, i, unit));
  std::ranges::stable_sort(all, std::ranges::greater(), &MovingExample::activation);
  for (const MovingExample& example : all) {
    if (taken.size() == most) break;
    const bool known = !units.examples[example.example].picture &&
                       std::ranges::any_of(taken, [&](const MovingExample& other) {
                         return is_moved_alike(units, other, example);
                       });
    if (!known) taken.push_back(example);
  }
  return taken;
}

}  // namespace attnlab

// The rows of all position schemes.
#include "core/layers/position_scheme.h"

#include "core/config/rows.h"
#include "core/layers/alibi.h"
#include "core/layers/attention_sites.h"
#include "core/layers/input_sites.h"
#include "core/layers/relative_bias.h"

namespace attnlab {

namespace {

std::shared_ptr<const ScoreBias> alibi_of(const ParameterScope& scope, const BiasedStack& stack) {
  return alibi(scope, stack.heads);
}

std::shared_ptr<const ScoreBias> relative_bias_of(const ParameterScope& scope, const BiasedStack& stack) {
  return relative_bias(scope, stack.heads, stack.buckets, stack.initializer);
}

}  // namespace

std::span<const PositionScheme> position_schemes() {
  using enum PositionScheme::Where;
  static constexpr PositionScheme kSchemes[] = {
      {.name = "learned",
       .title = "learned",
       .heading = "Learned positions",
       .sentence = "Every position has a vector of its own, learned like any weight and added to what is "
                   "read there.",
       .term = "positional encoding",
       .where = Input,
       .input = learned_positions,
       .learned = true,
       .picture_sentence = "Every patch has a vector of its own, learned like any weight and added to what "
                           "is seen there."},
      {.name = "sinusoidal",
       .title = "sinusoidal",
       .heading = "Sinusoidal positions",
       .sentence = "Every position has a vector of waves, fast ones first and ever slower ones after them, "
                   "that is added to the token's embedding.",
       .term = "positional encoding",
       .where = Input,
       .input = wave_positions,
       .waves = true,
       .scales_embedding = true},
      {.name = "rotary",
       .title = "rotary",
       .heading = "Rotary positions",
       .sentence = "Each pair of cells of a query or key is turned by an angle that grows with its "
                   "position, so that their product depends on the distance alone.",
       .term = "rotary embedding",
       .where = Queries,
       .rotations = rotary_table,
       .even_head_size = "rotary positions turn pairs of cells"},
      {.name = "alibi",
       .title = "ALiBi",
       .heading = "ALiBi",
       .sentence = "Nothing is added to tokens: each head takes from a score what the distance costs, "
                   "every head at a price of its own.",
       .term = "ALiBi",
       .where = Scores,
       .score_bias = alibi_of},
      {.name = "relative_bias",
       .title = "T5",
       .heading = "T5's relative position bias",
       .sentence = "Each head adds to a score what it has learned for the distance: short ones have a number "
                   "each, longer ones share theirs.",
       .term = "relative position bias",
       .where = Scores,
       .score_bias = relative_bias_of,
       .shares_buckets = true},
      {.name = "none",
       .title = "none",
       .heading = "No positions",
       .sentence = "This model has no positions: it knows order from its mask alone, if it has one.",
       .term = "positional encoding"},
  };
  return kSchemes;
}

const PositionScheme& position_scheme(std::string_view name) {
  return row_named(position_schemes(), "position scheme", name);
}

std::span<const Site* const> positioned_sites(PositionScheme::Where where) {
  static constexpr const Site* kInputs[] = {&input_sites::kInput};
  static constexpr const Site* kTurned[] = {&attention_sites::kRotatedQuery, &attention_sites::kRotatedKey};
  static constexpr const Site* kScores[] = {&attention_sites::kBiased};
  switch (where) {
    case PositionScheme::Where::Input: return kInputs;
    case PositionScheme::Where::Queries: return kTurned;
    case PositionScheme::Where::Scores: return kScores;
    case PositionScheme::Where::Nowhere: break;
  }
  return {};
}

}  // namespace attnlab
